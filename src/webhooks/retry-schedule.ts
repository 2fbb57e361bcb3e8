/**
 * Returns the wait after a failed attempt, or null after the last one. `waits` are the waits before attempts 2, 3, …
 */
export function waitAfterMs(attempt: number, waits: readonly number[]): number | null {
  const seconds = waits[attempt - 1]
  return seconds === undefined ? null : seconds * 1000
}
