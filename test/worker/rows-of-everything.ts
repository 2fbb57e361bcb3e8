import { env } from 'cloudflare:workers'

/**
 * The number of rows of every kind in a filled account or directory. The environment variable ROWS_OF_EVERYTHING
 * changes it.
 */
export const rowsOfEverything = Number((env as unknown as { readonly ROWS_OF_EVERYTHING: string }).ROWS_OF_EVERYTHING)

/** Prints the rows that an operation has read, for `npm run growth`, and returns them for the test to check. */
export function noted(owner: 'account' | 'directory', operation: string, read: number): number {
  console.log(JSON.stringify({ event: 'rows_read', owner, operation, read }))
  return read
}
