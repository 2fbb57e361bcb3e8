/** A response in the chain of redirects to a file. The engine receives it directly or through the Worker. */
export interface Hop {
  readonly status: number
  header(name: string): string | null
  readonly body: AsyncIterable<Uint8Array>
  /** Closes the connection, whether or not the body was read. */
  discard(): void
}

export type FetchHop = (url: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Hop>

/** Reports an address that the engine may not connect to. Another attempt would not change that. */
export class HopRefused extends Error {
  override readonly name = 'HopRefused'
}
