import type { ConversionId } from '../contract/ids.ts'

/** One engine object a message: a container that failed is never tried again, as the next message names another object. */
export function engineStub(env: Env, conversionId: ConversionId, poke: number) {
  return env.ENGINE.get(env.ENGINE.idFromName(`${conversionId}:${poke}`))
}
