import { beforeEach, describe, expect, test } from 'vitest'
import { consumeConversions, consumeDeadConversions } from '../../../src/queues/conversions.ts'
import type { BeginResult, ConversionMessage, Readiness, EngineStart, RunOrder } from '../../../src/contract/run.ts'
import { readCapability } from '../../../src/runs/capability.ts'
import { startOf } from '../../container/run/support/start.ts'

/** A world of one account and one engine that records every call, and in which any call may fail. */
class World {
  readonly calls: string[] = []
  readonly starts: EngineStart[] = []
  waiting = true
  prepared: Readiness = 'ready'
  begun: BeginResult = { kind: 'run', order }
  failing: string | null = null

  private note<T>(call: string, result: T): Promise<T> {
    this.calls.push(call)
    return this.failing === call ? Promise.reject(new Error(`${call} failed`)) : Promise.resolve(result)
  }

  // The fake has the bindings that the consumer uses.
  readonly env = {
    RUN_SECRET: 'secret',
    PUBLIC_ORIGIN: 'http://127.0.0.1:8787',
    LOCAL_ENGINE_URL: 'http://127.0.0.1:9',
    LOCAL_TRUSTED_ORIGINS: 'http://127.0.0.1:9000',
    DOWNLOAD_STALL_SECONDS: '7',
    ENGINE: {
      idFromName: (name: string) => name,
      get: () => ({
        prepare: () => this.note('prepare', this.prepared),
        release: () => this.note('release', undefined),
        run: (start: EngineStart) => {
          this.starts.push(start)
          return this.note('run', undefined)
        },
      }),
    },
    DISPATCHER: {
      idFromName: (name: string) => name,
      get: () => ({ leave: ({ poke }: { poke: number }) => this.note(`leave ${poke}`, undefined) }),
    },
    ACCOUNT: {
      idFromName: (name: string) => name,
      get: () => ({
        isWaiting: () => this.note('isWaiting', this.waiting),
        beginRun: () => this.note('beginRun', this.begun),
        endRun: (_: unknown, outcome: { kind: string }) => this.note(`endRun ${outcome.kind}`, 'continue'),
        waitForEngine: (_: unknown, poke: number, why: string) => this.note(`waitForEngine ${poke} ${why}`, undefined),
        abandonRun: () => this.note('abandonRun', undefined),
      }),
    },
  } as unknown as Parameters<typeof consumeConversions>[1]
}

const { order }: { order: RunOrder } = startOf({
  origin: '',
  input: { kind: 'upload', objectKey: 'in', etag: 'e', bytes: 5 },
})
const body: ConversionMessage = { accountId: order.accountId, conversionId: order.conversionId, poke: 7 }
let world: World
let settled: string[]

beforeEach(() => {
  world = new World()
  settled = []
})

function batchOf(count: number, message: ConversionMessage = body): Parameters<typeof consumeConversions>[0] {
  const messages = Array.from({ length: count }, (_, at) => ({
    id: String(at),
    body: message,
    attempts: 1,
    ack: () => settled.push('ack'),
    retry: ({ delaySeconds }: { delaySeconds: number }) => settled.push(`retry ${delaySeconds}`),
  }))
  const batch: unknown = { messages }
  // The fake has the part of a batch that the consumer uses.
  return batch as Parameters<typeof consumeConversions>[0]
}

describe('a message of a waiting conversion', () => {
  test('begins the attempt when an engine is ready, and hands over the run', async () => {
    await consumeConversions(batchOf(1), world.env)
    expect(world.calls).toEqual(['isWaiting', 'prepare', 'beginRun', 'run'])
    expect(settled).toEqual(['ack'])
    const [start] = world.starts
    expect(start).toMatchObject({
      origin: 'http://127.0.0.1:8787',
      download: { via: 'direct', trustedOrigins: ['http://127.0.0.1:9000'], stallSeconds: 7 },
    })
    expect(await readCapability(start?.capability ?? '', 'secret', Date.now())).toMatchObject({
      attempt: 1,
      inputKey: 'in',
      outputKey: 'out',
      mayDownload: false,
    })
  })

  test('waits without beginning while no engine is free, any number of times', async () => {
    world.prepared = 'busy'
    await consumeConversions(batchOf(1), world.env)
    expect(world.calls).toEqual(['isWaiting', 'prepare', 'waitForEngine 7 busy'])
    expect(settled).toEqual(['ack'])
  })

  test('waits for its slot from the dispatcher', async () => {
    world.prepared = 'queued'
    await consumeConversions(batchOf(1), world.env)
    expect(world.calls).toEqual(['isWaiting', 'prepare', 'waitForEngine 7 queued'])
    expect(settled).toEqual(['ack'])
  })

  test('returns its slot if the conversion no longer waits', async () => {
    world.waiting = false
    await consumeConversions(batchOf(1, { ...body, hasSlot: true }), world.env)
    expect(world.calls).toEqual(['isWaiting', 'leave 7'])
    expect(settled).toEqual(['ack'])
  })

  test('starts nothing if the conversion no longer waits', async () => {
    world.waiting = false
    await consumeConversions(batchOf(1), world.env)
    expect(world.calls).toEqual(['isWaiting'])
    expect(settled).toEqual(['ack'])
  })

  test('frees the engine if nothing is left to do', async () => {
    world.begun = { kind: 'nothing' }
    await consumeConversions(batchOf(1), world.env)
    expect(world.calls).toEqual(['isWaiting', 'prepare', 'beginRun', 'release'])
    expect(settled).toEqual(['ack'])
  })

  test('gives the attempt back if the engine does not accept it', async () => {
    world.failing = 'run'
    await consumeConversions(batchOf(1), world.env)
    expect(world.calls).toEqual(['isWaiting', 'prepare', 'beginRun', 'run', 'endRun given_back'])
    expect(settled).toEqual(['ack'])
  })

  test.each(['isWaiting', 'prepare', 'beginRun'])('is retried if %s fails, and only that one', async (failing) => {
    world.failing = failing
    await consumeConversions(batchOf(2), world.env)
    expect(settled).toEqual(['retry 2', 'retry 2'])
  })

  test('is kept if its account is unreachable', async () => {
    world.prepared = 'busy'
    world.failing = 'waitForEngine 7 busy'
    await consumeConversions(batchOf(1), world.env)
    expect(settled).toEqual(['retry 2'])
  })

  test('trusts no origin in a deployment', async () => {
    await consumeConversions(batchOf(1), { ...world.env, LOCAL_ENGINE_URL: '' })
    expect(world.starts).toMatchObject([{ download: { trustedOrigins: [] } }])
  })
})

describe('a dead message', () => {
  test('ends its conversion', async () => {
    await consumeDeadConversions(batchOf(1), world.env)
    expect(world.calls).toEqual(['abandonRun'])
    expect(settled).toEqual(['ack'])
  })

  test('waits if even that fails', async () => {
    world.failing = 'abandonRun'
    await consumeDeadConversions(batchOf(1), world.env)
    expect(settled).toEqual(['retry 60'])
  })
})
