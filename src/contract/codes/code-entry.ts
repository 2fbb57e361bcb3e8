/** The documentation of a code. */
export interface CodeEntry {
  /** When it occurs. */
  readonly cause: string
  /** The steps that the reader can take. */
  readonly remedy: string
  /** A message that goes with it, as the service writes it. */
  readonly example: string
}

/** A code as its type names it, and as clients must treat it: a string, because codes are added. */
export type CodeOf<Table> = Extract<keyof Table, string>
