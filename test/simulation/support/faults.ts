import type { Random } from '../../../lab/fuzz/random.ts'

/** How much goes wrong in one seed's world. Rates are chances per call, message or task of their kind. */
export interface Faults {
  /** A request or its answer is lost on the way. */
  loss: number
  /** A request, or a message of a queue, arrives twice. */
  twice: number
  /** R2 or a queue answers with an error. */
  refusal: number
  /** A queue forgets a message. */
  forgotten: number
  /** The longest that a request or an answer travels. */
  delayMsMax: number
  /** Mean time between deaths of each kind; 0: nobody dies. */
  deathMs: number
  /** Mean time between steps of the account object's clock; 0: it is right. */
  clockStepMs: number
  /** An engine hears and says nothing for longer than its lease. */
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

/** A tenth of all worlds are sound, so that a service that fails everything cannot pass; the others mix their troubles. */
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
