import type { ConversionId } from '../contract/ids.ts'
import { inJurisdiction } from './account.ts'
import { retried } from './retried.ts'

/**
 * Returns the engine object of a message. A failed container is never tried again, because the next message names
 * another object. Engines have no location hint: with one, a container does not reach its Worker.
 */
export function engineStub(env: Env, conversionId: ConversionId, poke: number) {
  const namespace = inJurisdiction(env, env.ENGINE)
  return retried(() => namespace.get(namespace.idFromName(`${conversionId}:${poke}`)))
}
