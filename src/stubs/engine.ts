import type { ConversionId } from '../contract/ids.ts'

/** One engine object a conversion: its attempts follow one another, and a container serves one of them at a time. */
export function engineStub(env: Env, conversionId: ConversionId) {
  return env.ENGINE.get(env.ENGINE.idFromName(conversionId))
}
