import type { AccountId, ConversionId } from '../contract/ids.ts'

/** The prefixes of all object names. */
export const keyPrefixes = ['uploads/', 'outputs/'] as const

/** Names of objects in R2: made of ids alone, nothing of a file's own name. */
export const uploadKey = (account: AccountId, conversion: ConversionId): string => `uploads/${account}/${conversion}`

/** The object of a downloaded file. Each attempt downloads for itself until one of them has the whole file. */
export const downloadKey = (account: AccountId, conversion: ConversionId, attempt: number): string =>
  `${uploadKey(account, conversion)}/${attempt}`

/** An output carries its attempt, so that a late run cannot overwrite what a newer one has written. */
export const outputKey = (account: AccountId, conversion: ConversionId, attempt: number): string =>
  `outputs/${account}/${conversion}/${attempt}`

/** The rejected rows of an attempt, beside its output. */
export const rejectsKey = (output: string): string => `${output}/rejects`

/** All that an attempt writes as its result. */
export function resultKeys(account: AccountId, conversion: ConversionId, attempt: number): string[] {
  const output = outputKey(account, conversion, attempt)
  return [output, rejectsKey(output)]
}

/** The ids in an object's name. A caller with a name from elsewhere has to validate them. */
export function idsOfKey(key: string): { readonly account: string; readonly conversion: string } {
  const [, account = '', conversion = ''] = key.split('/')
  return { account, conversion }
}
