import type { Random } from '../../../lab/fuzz/random.ts'

/** The faults in one seed's world. Rates are probabilities per call, message or task. */
export interface Faults {
  /** The rate at which a request or its response is lost. */
  loss: number
  /** The rate at which a request or a queue message arrives twice. */
  twice: number
  /** The rate at which R2 or a queue responds with an error. */
  refusal: number
  /** The rate at which a queue loses a message. */
  forgotten: number
  /** The longest delay of a request or a response. */
  delayMsMax: number
  /** The mean time between deaths of each kind. With 0, nothing dies. */
  deathMs: number
  /** The mean time between steps of the account object's clock. With 0, the clock is correct. */
  clockStepMs: number
  /** The rate at which an engine is cut off for longer than its lease. */
  partition: number
}

export const noFaults: Faults = {
  loss: 0,
  twice: 0,
  refusal: 0,
  forgotten: 0,
  delayMsMax: 50,
  deathMs: 0,
  clockStepMs: 0,
  partition: 0,
}

/**
 * A tenth of all worlds have no faults, so that a service that fails everything cannot pass. The others mix their
 * faults.
 */
export function drawFaults(random: Random): Faults {
  if (random.below(10) === 0) return { ...noFaults }
  const sometimes = (value: number): number => (random.below(3) === 0 ? 0 : value * random.next())
  return {
    loss: sometimes(0.25),
    twice: sometimes(0.25),
    refusal: sometimes(0.3),
    forgotten: random.below(3) === 0 ? 0.4 * random.next() : 0,
    delayMsMax: random.pick([50, 2000, 20_000]),
    deathMs: random.below(3) === 0 ? 0 : 20_000 + random.below(200_000),
    clockStepMs: random.below(3) === 0 ? 30_000 + random.below(300_000) : 0,
    partition: sometimes(0.5),
  }
}
