/** How long to wait after an attempt that failed, or null when it was the last. `waits` stand before attempts 2, 3, … */
export function waitAfterMs(attempt: number, waits: readonly number[]): number | null {
  const seconds = waits[attempt - 1]
  return seconds === undefined ? null : seconds * 1000
}
