import type { AccountId, ConversionId } from '../contract/ids.ts'

/** What every name begins with. */
export const keyPrefixes = ['uploads/', 'outputs/'] as const

/** Names of objects in R2: made of ids alone, nothing of a file's own name. */
export const uploadKey = (account: AccountId, conversion: ConversionId): string => `uploads/${account}/${conversion}`

/** A file by its address, which each attempt downloads for itself until one of them has it. */
export const downloadKey = (account: AccountId, conversion: ConversionId, attempt: number): string =>
  `${uploadKey(account, conversion)}/${attempt}`

/** An output carries its attempt, so that a late run cannot overwrite what a newer one has written. */
export const outputKey = (account: AccountId, conversion: ConversionId, attempt: number): string =>
  `outputs/${account}/${conversion}/${attempt}`

/** Whose an object is by its name. Whoever may have named it otherwise asks whether these are ids at all. */
export function idsOfKey(key: string): { readonly account: string; readonly conversion: string } {
  const [, account = '', conversion = ''] = key.split('/')
  return { account, conversion }
}
