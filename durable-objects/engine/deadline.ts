/** Reports that the other side did not respond in time. */
class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** Returns the result of some work, or throws `TooLate`. Nothing waits for a container without a deadline. */
export async function within<T>(ms: number, label: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooLate(`${label} took more than ${ms} ms`)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
