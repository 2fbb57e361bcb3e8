import type { Faults } from './faults.ts'
import type { Scheduler } from './scheduler.ts'

/** A party that waits for responses and can die. After its death it receives no response and does nothing more. */
export class Life {
  readonly name: string
  alive = true
  /** Until this time, all messages to and from it are lost. */
  deafUntilMs = 0

  constructor(name: string) {
    this.name = name
  }
}

class Lost extends Error {
  override readonly name = 'Lost'
}

/** The longest wait for a response. */
const patienceMs = 120_000

/** One call that fails in a world without other faults. */
export interface Mishap {
  readonly call: number
  readonly how: 'request lost' | 'answer lost' | 'answer never comes' | 'twice'
}

/** Calls between the parties of the world. They may be late, lost or repeated. */
export class Network {
  mishap: Mishap | null = null
  /** Counts the calls. */
  calls = 0
  private readonly scheduler: Scheduler
  private readonly faults: Faults

  constructor(scheduler: Scheduler, faults: Faults) {
    this.scheduler = scheduler
    this.faults = faults
  }

  chance(rate: number): boolean {
    return rate > 0 && this.scheduler.random.next() < rate
  }

  /** The delay is usually short, and sometimes as long as the world allows. */
  delayMs(): number {
    const { random } = this.scheduler
    const longest = random.below(4) === 0 ? this.faults.delayMsMax : Math.min(50, this.faults.delayMsMax)
    return random.below(longest)
  }

  call<T>(caller: Life, label: string, work: () => Promise<T>): Promise<T> {
    const { scheduler } = this
    const number = ++this.calls
    const befalls = (how: Mishap['how'], rate: number): boolean =>
      (this.mishap?.call === number && this.mishap.how === how) || this.chance(rate)
    return new Promise((resolve, reject) => {
      const giveUp = (): void =>
        scheduler.after(patienceMs, `${caller.name} gives up on ${label}`, () => {
          if (caller.alive) reject(new Lost(`${label}: no answer`))
        })
      const settle = (how: string, deliver: () => void): void =>
        scheduler.after(this.delayMs(), `${caller.name} ← ${label}: ${how}`, () => {
          if (caller.alive) deliver()
        })
      const lose = (where: string): void => settle(`${where} lost`, () => reject(new Lost(`${label}: ${where} lost`)))
      const arrive = (answers: boolean): void => {
        scheduler.after(this.delayMs(), `${caller.name} → ${label}`, () => {
          work().then(
            (answer) => {
              if (!answers) return undefined
              if (befalls('answer never comes', 0)) return giveUp()
              if (befalls('answer lost', this.faults.loss / 2) || this.isDeaf(caller)) return lose('answer')
              return settle(brief(answer), () => resolve(answer))
            },
            (error: unknown) => {
              if (answers) settle(String(error), () => reject(error))
            },
          )
        })
      }
      if (befalls('request lost', this.faults.loss / 2) || this.isDeaf(caller)) return lose('request')
      arrive(true)
      if (befalls('twice', this.faults.twice)) arrive(false)
    })
  }

  private isDeaf(caller: Life): boolean {
    return caller.deafUntilMs > this.scheduler.nowMs
  }
}

function brief(answer: unknown): string {
  if (typeof answer === 'string') return answer
  if (typeof answer === 'object' && answer !== null && 'kind' in answer) return String(answer.kind)
  if (typeof answer === 'object' && answer !== null && 'status' in answer) return String(answer.status)
  return 'answered'
}
