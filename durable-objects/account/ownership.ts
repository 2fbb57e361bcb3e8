import type { ConversionId } from '../../src/contract/ids.ts'
import { downloadKey, idsOfKey, rejectsKey, resultKeys, uploadKey } from '../../src/storage/keys.ts'
import type { Account } from './account-store.ts'
import type { CaseStore } from './case-store.ts'
import type { ConversionStore } from './conversion-store.ts'

/**
 * Returns whether a conversion or a case owns this object. An upload may arrive until its conversion has ended and its
 * files have expired. A case keeps the upload that was shared with it for as long as the case exists. A conversion that
 * was made again reads the same file.
 */
export function isOwned(
  key: string,
  account: Pick<Account, 'id'>,
  conversions: ConversionStore,
  cases: CaseStore,
): boolean {
  if (cases.owns(key)) return true
  if (conversions.reads(key)) return true
  const record = conversions.find(idsOfKey(key).conversion as ConversionId)
  if (record === null || record.filesGone) return false
  if (key === uploadKey(account.id, record.id) || key === record.file?.objectKey) return true
  if (record.status === 'running')
    return [
      ...resultKeys(account.id, record.id, record.attempt),
      downloadKey(account.id, record.id, record.attempt),
    ].includes(key)
  return record.output !== null && [record.output.key, rejectsKey(record.output.key)].includes(key)
}
