import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { clientOptions, type Owner } from './processes.ts'

export interface Request {
  readonly sql: string
  readonly database: string
  /** Whether the client's connection is to another database, or to none yet. */
  readonly isElsewhere: boolean
  /** The line that the client must print after the result. */
  readonly end: string
}

/**
 * A server's own client that stays open: starting one takes twenty times as long as a query. The input of `inputFor`
 * must leave no trace in the next session.
 */
export class ClientSession {
  readonly #command: string
  readonly #args: readonly string[]
  readonly #owner: Owner
  readonly #inputFor: (request: Request) => string
  #client: ChildProcessWithoutNullStreams | undefined
  #database: string | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(command: string, args: readonly string[], owner: Owner, inputFor: (request: Request) => string) {
    this.#command = command
    this.#args = args
    this.#owner = owner
    this.#inputFor = inputFor
  }

  /** Returns what the client prints. */
  run(database: string, sql: string): Promise<string> {
    const answer = this.#last.then(() => this.#answer(database, sql))
    this.#last = answer.catch(() => {})
    return answer
  }

  async stop(): Promise<void> {
    await this.#last
    const client = this.#client
    if (client === undefined) return
    const closed = new Promise((resolve) => client.once('close', resolve))
    client.stdin.end()
    await closed
  }

  #answer(database: string, sql: string): Promise<string> {
    const client = (this.#client ??= this.#start())
    const end = crypto.randomUUID()
    const line = `${end}\n`
    const out: Buffer[] = []
    const err: Buffer[] = []
    let tail = ''
    const input = this.#inputFor({ sql, database, isElsewhere: database !== this.#database, end })
    this.#database = database
    return new Promise<string>((resolve, reject) => {
      client.stdout.on('data', (chunk: Buffer) => {
        out.push(chunk)
        tail = (tail + chunk.toString('latin1')).slice(-line.length)
        if (tail === line) resolve(Buffer.concat(out).toString().slice(0, -line.length))
      })
      client.stderr.on('data', (chunk: Buffer) => err.push(chunk))
      // The client ends at the first error.
      client.once('close', () => {
        this.#client = this.#database = undefined
        reject(new Error(Buffer.concat(err).toString().slice(0, 2000)))
      })
      client.stdin.write(input)
    }).finally(() => {
      for (const source of [client.stdout, client.stderr]) source.removeAllListeners('data')
      client.removeAllListeners('close')
    })
  }

  #start(): ChildProcessWithoutNullStreams {
    const client = spawn(this.#command, this.#args, { ...this.#owner, ...clientOptions() })
    // If an input cannot be written, the client ends, which is reported.
    client.stdin.on('error', () => {})
    return client
  }
}
