/** Says in one line how to get what a skipped block needs. */
export function announced(isThere: boolean, howToGetIt: string): boolean {
  if (!isThere) console.warn(`skipped: ${howToGetIt}`)
  return isThere
}
