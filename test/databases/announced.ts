/**
 * Prints how to install what a skipped block needs. The line bypasses the reporter, which hides the output of passing
 * tests.
 */
export function announced(isThere: boolean, howToGetIt: string): boolean {
  if (!isThere) process.stderr.write(`skipped: ${howToGetIt}\n`)
  return isThere
}
