import type { AccountId, ConversionId } from '../contract/ids.ts'

/** Names of objects in R2: made of ids alone, nothing of a file's own name. */
export const uploadKey = (account: AccountId, conversion: ConversionId): string => `uploads/${account}/${conversion}`

/** A file by its address, which each attempt downloads for itself until one of them has it. */
export const downloadKey = (account: AccountId, conversion: ConversionId, attempt: number): string =>
  `${uploadKey(account, conversion)}/${attempt}`

/** An output carries its attempt, so that a late run cannot overwrite what a newer one has written. */
export const outputKey = (account: AccountId, conversion: ConversionId, attempt: number): string =>
  `outputs/${account}/${conversion}/${attempt}`
