export interface Contender {
  readonly name: string
  readonly command: string
  /** A program that must be on the path. */
  readonly needs?: string
  /** Puts up what it works with, before the rounds; answers how to take that down. */
  readonly prepare?: () => Promise<() => Promise<void>>
}
