/** Says in one line how to get what a skipped block needs. The line does not pass the reporter, which hides what passing tests print. */
export function announced(isThere: boolean, howToGetIt: string): boolean {
  if (!isThere) process.stderr.write(`skipped: ${howToGetIt}\n`)
  return isThere
}
