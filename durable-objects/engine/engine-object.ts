import { DurableObject } from 'cloudflare:workers'
import type { AccountId, ConversionId } from '../../src/contract/ids.ts'
import type { EngineAnswer, EngineStart, RunIdentity } from '../../src/contract/run.ts'
import { logTrouble } from '../../src/logs/log.ts'

const port = 8080
const readyWithinMs = 20_000
const askAgainMs = 250
const wakeEveryMs = 30_000
/** A run ends itself at its deadline; this is for a container that no longer can. */
const overdueMs = 60_000

interface Held {
  readonly conversionId: ConversionId
  readonly deadlineMs: number
}

/**
 * One conversion's engine: a container of its own, or locally the Node process that `LOCAL_ENGINE_URL` names. It starts
 * the engine, hands it the run, keeps it awake while it works and stops it afterwards. It decides nothing about the
 * conversion: leases do that.
 */
export class EngineObject extends DurableObject<Env> {
  /** Makes an engine ready, or says that none is free. */
  async prepare(accountId: AccountId, conversionId: ConversionId): Promise<EngineAnswer> {
    const identity = { accountId, conversionId }
    const answer = await this.call('POST', '/reservations', identity, { startFor: identity }).catch(
      (error: unknown) => {
        logTrouble('no_engine', { account: accountId, conversion: conversionId }, error)
        return null
      },
    )
    if (this.ctx.container !== undefined) await this.ctx.storage.setAlarm(Date.now() + wakeEveryMs)
    return answer?.ok === true ? 'ready' : 'busy'
  }

  async run(start: EngineStart): Promise<void> {
    const { conversionId, deadlineMs } = start.order
    // Before the engine has it, so that no alarm in between takes its container for an idle one.
    this.ctx.storage.kv.put<Held>('held', { conversionId, deadlineMs })
    const inContainer = { origin: 'http://engine.internal', download: { ...start.download, via: 'worker' as const } }
    const answer = await this.call('POST', '/runs', this.ctx.container === undefined ? start : { ...start, ...inContainer })
    if (!answer.ok) throw new Error(`The engine answered ${answer.status}: ${await answer.text()}`)
  }

  /**
   * The reservation was for nothing: the conversion had ended, or another attempt is under way. A container is left to
   * the alarm, as another message of the same conversion may be about to hand it its run.
   */
  async release(conversionId: ConversionId): Promise<void> {
    await this.call('DELETE', `/reservations/${conversionId}`).catch(() => null)
  }

  /** A container sleeps without requests, so it is asked how it is until its run is over. */
  override async alarm(): Promise<void> {
    const held = this.ctx.storage.kv.get<Held>('held')
    if (this.ctx.container === undefined) return
    const answer =
      held !== undefined && this.ctx.container.running
        ? await this.call('GET', `/runs/${held.conversionId}`).catch(() => null)
        : null
    if (held !== undefined && answer?.ok === true && Date.now() < held.deadlineMs + overdueMs) {
      await this.ctx.storage.setAlarm(Date.now() + wakeEveryMs)
      return
    }
    this.ctx.storage.kv.delete('held')
    if (this.ctx.container.running) await this.ctx.container.destroy()
  }

  private async call(
    method: string,
    path: string,
    body?: unknown,
    { startFor = null }: { readonly startFor?: RunIdentity | null } = {},
  ): Promise<Response> {
    const init = {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }
    const { container } = this.ctx
    if (container === undefined) return fetch(`${this.env.LOCAL_ENGINE_URL ?? ''}${path}`, init)
    if (startFor !== null && !container.running) await this.startContainer(container, startFor)
    return container.getTcpPort(port).fetch(`http://engine${path}`, init)
  }

  /** No internet at all: the one host that answers is the gateway of this conversion's runs. */
  private async startContainer(container: Container, identity: RunIdentity): Promise<void> {
    container.start({ enableInternet: false, env: { PORT: String(port), HOST: '0.0.0.0', ENGINE_PROCESSES: '1' } })
    // Typed by the main module, which no room may import.
    const { RunGateway } = this.ctx.exports as unknown as {
      readonly RunGateway: (options: { readonly props: RunIdentity }) => Fetcher
    }
    await container.interceptOutboundHttp('engine.internal', RunGateway({ props: identity }))
    const until = Date.now() + readyWithinMs
    for (;;) {
      const trouble = await troubleOf(container)
      if (trouble === null) return
      if (Date.now() > until) throw trouble
      await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    }
  }
}

/** Why a container is no engine yet; null when it is. */
async function troubleOf(container: Container): Promise<Error | null> {
  try {
    const answer = await container.getTcpPort(port).fetch('http://engine/health')
    return answer.ok ? null : new Error(`The engine answered ${answer.status} when it was asked for its health`)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
