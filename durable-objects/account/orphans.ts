import type { ConversionId } from '../../src/contract/ids.ts'
import { outputKey, uploadKey } from '../../src/storage/keys.ts'
import type { Account } from './account-store.ts'
import type { CaseStore } from './case-store.ts'
import type { ConversionStore } from './conversion-store.ts'

/** Which objects no conversion and no case owns. An upload may come until its conversion has ended and its files have gone. */
export function orphansAmong(
  keys: readonly string[],
  account: Pick<Account, 'id'>,
  conversions: ConversionStore,
  cases: CaseStore,
): string[] {
  const isOwned = (key: string): boolean => {
    const [room, , id = ''] = key.split('/')
    if (room === 'cases') return cases.owns(key)
    const record = conversions.find(id as ConversionId)
    if (record === null || record.filesGone) return false
    if (key === uploadKey(account.id, record.id)) return true
    if (record.status === 'running') return key === outputKey(account.id, record.id, record.attempt)
    return key === record.output?.key
  }
  return keys.filter((key) => !isOwned(key))
}
