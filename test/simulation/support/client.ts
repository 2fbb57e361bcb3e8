import type { ApiCall, Operation } from '../../../src/contract/account.ts'
import type { ApiResponse } from '../../../src/contract/response.ts'
import type { Conversion } from '../../../src/contract/conversion.ts'
import type { ConversionId, RequestId } from '../../../src/contract/ids.ts'
import { specSchema } from '../../../src/contract/spec.ts'
import type { Bucket } from './bucket.ts'
import { Life, type Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'

export interface ClientWorld {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly bucket: Bucket
  readonly web: Map<string, { content: string; size: number }>
  readonly uploadKeyOf: (id: ConversionId) => string
  readonly callAccount: (call: ApiCall) => Promise<ApiResponse>
}

/** The outcome of a story, for the invariants. */
export interface Story {
  readonly content: string
  id: ConversionId | null
  /**
   * Whether the client interfered with its file or its conversion. Any other client must get its output in a world
   * without faults.
   */
  meddled: boolean
  isOpened: boolean
  /** Whether a start received the response 202. */
  isStarted: boolean
  isDeleted: boolean
  /** The values of progress in the order in which they were read. */
  readonly progress: number[]
}

/** A client that follows the guide and does nothing else. */
export type Plain = 'upload' | 'url'

const spec = specSchema.parse({ output: { dialect: 'postgresql' } })
let requests = 0

/** One client converting one file. Depending on its story it is patient, careless or malicious. */
export class Client {
  readonly story: Story
  private readonly world: ClientWorld
  private readonly life: Life
  private readonly size: number
  private readonly number: number
  private readonly plain: Plain | null

  constructor(world: ClientWorld, number: number, plain: Plain | null) {
    const { random } = world.scheduler
    this.world = world
    this.number = number
    this.plain = plain
    this.life = new Life(`client ${number}`)
    this.size = 1 + random.below(400)
    const kind = plain === null ? random.pick(['good', 'good', 'good', 'bad']) : 'good'
    const story = { id: null, meddled: kind === 'bad', isOpened: false, isStarted: false, isDeleted: false }
    this.story = { content: `${kind} file ${number}`, ...story, progress: [] }
  }

  async play(): Promise<void> {
    if (this.plain !== null) return this.playPlain(this.plain)
    return this.playFreely()
  }

  private async playPlain(plain: Plain): Promise<void> {
    if (plain === 'url') this.world.web.set(this.url, { content: this.story.content, size: this.size })
    const opened = plain === 'upload' ? await this.openUpload() : await this.openUrl()
    if (opened === null) throw new Error('the conversion was not opened')
    this.story.id = opened.id as ConversionId
    if (plain === 'upload') {
      await this.toBucket(this.story.content, this.size)
      await this.start()
    } else this.story.isStarted = true
    await this.poll()
  }

  private async playFreely(): Promise<void> {
    const { scheduler, network } = this.world
    const { random } = scheduler
    await scheduler.sleep(random.below(60_000), `client ${this.number} comes`)
    const isUpload = random.below(3) > 0
    if (!isUpload && random.below(8) > 0) this.world.web.set(this.url, { content: this.story.content, size: this.size })
    else if (!isUpload) this.story.meddled = true
    const opened = isUpload ? await this.openUpload() : await this.openUrl()
    if (opened === null) return
    this.story.id = opened.id as ConversionId
    const meddling = random.below(3) === 0 ? this.meddle() : Promise.resolve()
    if (isUpload) {
      await this.put()
      await this.start()
    } else this.story.isStarted = true
    await Promise.all([meddling, this.poll()])
    if (network.chance(0.1))
      await this.once({ kind: 'delete', id: this.story.id }).then(() => (this.story.isDeleted = true))
  }

  private get url(): string {
    return `https://files.example.com/${this.number}`
  }

  private async openUpload(): Promise<Conversion | null> {
    const operation: Operation = { kind: 'open_upload', name: 'file.csv', bytes: this.size, spec }
    return dataOf(await this.insist(operation, `open ${this.number}`))
  }

  private async openUrl(): Promise<Conversion | null> {
    // The size of a file at a URL is known when the conversion is opened, or not at all.
    const operation = { kind: 'open_url' as const, url: this.url, name: 'file', spec, waitSeconds: 0 }
    return dataOf(await this.insist(operation, `open ${this.number}`))
  }

  private async put(): Promise<void> {
    const { random } = this.world.scheduler
    if (random.below(20) === 0) return void (this.story.meddled = true)
    const isShort = random.below(20) === 0
    if (isShort) this.story.meddled = true
    await this.toBucket(this.story.content, this.size - (isShort ? 1 : 0))
  }

  private async toBucket(content: string, size: number): Promise<void> {
    const { network, bucket, uploadKeyOf } = this.world
    const { id } = this.story
    if (id === null) return
    for (let tries = 0; tries < 5; tries++) {
      const put = network.call(this.life, 'put upload', () =>
        Promise.resolve(bucket.put(uploadKeyOf(id), content, size)),
      )
      if ((await put.catch(() => null)) !== null) return
    }
    this.story.meddled = true
  }

  private async start(): Promise<void> {
    const { id } = this.story
    if (id === null) return
    const response = await this.insist({ kind: 'start', id }, `start ${this.number}`)
    this.story.isStarted = response?.status === 202
  }

  /** Does the worst that a client can do to its own conversion, at the worst time. */
  private async meddle(): Promise<void> {
    const { scheduler } = this.world
    const { id } = this.story
    if (id === null) return
    this.story.meddled = true
    await scheduler.sleep(scheduler.random.below(60_000), `client ${this.number} meddles`)
    const action = scheduler.random.pick(['cancel', 'delete', 'replace', 'replace the same'] as const)
    if (action === 'replace') return this.toBucket('another file', this.size)
    if (action === 'replace the same') return this.toBucket(this.story.content, this.size)
    await this.once({ kind: action, id })
    if (action === 'delete') this.story.isDeleted = true
  }

  private async poll(): Promise<void> {
    const { id } = this.story
    if (id === null) return
    for (let reads = 0; reads < 20; reads++) {
      await this.world.scheduler.sleep(5000 + reads * 1000, `client ${this.number} looks`)
      const read = dataOf(await this.once({ kind: 'read', id, waitSeconds: 0 }))
      if (read === null) continue
      if (read.progress !== null) this.story.progress.push(read.progress.rows * 1000 + read.progress.bytes_read)
      if (['done', 'failed', 'canceled'].includes(read.status)) return
    }
  }

  private once(operation: Operation): Promise<ApiResponse | null> {
    return this.call(operation, null)
  }

  /** Retries with one Idempotency-Key until a response arrives, as the specification advises. */
  private async insist(operation: Operation, key: string): Promise<ApiResponse | null> {
    for (let tries = 0; tries < 6; tries++) {
      const response = await this.call(operation, { key, fingerprint: key })
      if (
        response !== null &&
        response.status !== 429 &&
        response.code !== 'request_in_progress' &&
        response.status < 500
      )
        return response
      await this.world.scheduler.sleep(2000 * 2 ** tries, `client ${this.number} tries again`)
    }
    return null
  }

  private call(operation: Operation, idempotency: ApiCall['idempotency']): Promise<ApiResponse | null> {
    const { network, callAccount } = this.world
    const requestId = `req_${++requests}` as RequestId
    return network
      .call(this.life, operation.kind, () => callAccount({ requestId, secretHash: 'hash', operation, idempotency }))
      .catch(() => null)
  }
}

function dataOf(response: ApiResponse | null): Conversion | null {
  if (response === null || response.body === null || response.status >= 300) return null
  return (JSON.parse(response.body) as { data: Conversion }).data
}
