import type { AccountId, ConversionId } from '../contract/ids.ts'

/** The prefixes of all object names. */
export const keyPrefixes = ['uploads/', 'outputs/'] as const

/** Returns the name of an uploaded object. Names of objects consist of ids alone, so no file name appears in them. */
export const uploadKey = (account: AccountId, conversion: ConversionId): string => `uploads/${account}/${conversion}`

/**
 * Returns the object of a downloaded file. Each attempt downloads the file itself until one of them has the whole file.
 */
export const downloadKey = (account: AccountId, conversion: ConversionId, attempt: number): string =>
  `${uploadKey(account, conversion)}/${attempt}`

/** Returns the name of an output. It contains the attempt, so a late run cannot overwrite the output of a newer one. */
export const outputKey = (account: AccountId, conversion: ConversionId, attempt: number): string =>
  `outputs/${account}/${conversion}/${attempt}`

/** Returns the rejected rows of an attempt, beside its output. */
export const rejectsKey = (output: string): string => `${output}/rejects`

/** Returns every object that an attempt writes as its result. */
export function resultKeys(account: AccountId, conversion: ConversionId, attempt: number): string[] {
  const output = outputKey(account, conversion, attempt)
  return [output, rejectsKey(output)]
}

/** Returns the ids in an object's name. A caller with a name from elsewhere has to validate them. */
export function idsOfKey(key: string): { readonly account: string; readonly conversion: string } {
  const [, account = '', conversion = ''] = key.split('/')
  return { account, conversion }
}
