/** The documentation of a code. */
export interface CodeEntry {
  /** The situation in which the code occurs. */
  readonly cause: string
  /** The steps that the reader can take. */
  readonly remedy: string
  /** An example of its message, as the service writes it. */
  readonly example: string
}

/** A code by its type. Clients must treat it as a string, because codes are added. */
export type CodeOf<Table> = Extract<keyof Table, string>
