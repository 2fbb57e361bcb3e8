export interface Contender {
  readonly name: string
  readonly command: string
  /** A program that must be on the path. */
  readonly needs?: string
  /** Prepares the environment before the rounds, and returns a function that removes it. */
  readonly prepare?: () => Promise<() => Promise<void>>
}
