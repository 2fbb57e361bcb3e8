/**
 * Repeats a call once on a new stub if the object was reset in the meantime, as every deployment does. The platform
 * marks such errors `retryable`. Every method of our objects may be called twice, because decisions are fenced by ids,
 * attempts and idempotency keys.
 */
export function retried<Stub extends object>(stubOf: () => Stub): Stub {
  return new Proxy(stubOf(), {
    get(first, name) {
      const value: unknown = Reflect.get(first, name)
      if (typeof value !== 'function' || typeof name === 'symbol' || notCalled.has(name)) return value
      return async (...words: readonly unknown[]): Promise<unknown> => {
        try {
          return await call(value, first, words)
        } catch (error) {
          if (!isRetryable(error)) throw error
          const second = stubOf()
          return call(Reflect.get(second, name), second, words)
        }
      }
    },
  })
}

/**
 * Calls a method of a stub. A stub returns a new function for every name, even for one that is not a method. The type of
 * `retried` restricts the names.
 */
const call = (method: unknown, stub: object, words: readonly unknown[]): Promise<unknown> =>
  Reflect.apply(method as (...words: readonly unknown[]) => Promise<unknown>, stub, words)

const notCalled: ReadonlySet<string> = new Set(['constructor', 'then'])

/** A second call would only add work to an overloaded object. */
function isRetryable(error: unknown): boolean {
  const { retryable, overloaded } = error as { readonly retryable?: unknown; readonly overloaded?: unknown }
  return retryable === true && overloaded !== true
}
