import type { ConversionId } from '../contract/ids.ts'
import { inJurisdiction } from './account.ts'
import { retried } from './retried.ts'

/**
 * One engine object a message: a container that failed is never tried again, as the next message names another object.
 * Engines take no location hint: with one, a container does not reach its Worker.
 */
export function engineStub(env: Env, conversionId: ConversionId, poke: number) {
  const namespace = inJurisdiction(env, env.ENGINE)
  return retried(() => namespace.get(namespace.idFromName(`${conversionId}:${poke}`)))
}
