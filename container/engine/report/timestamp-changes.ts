import { valueMessages } from '../catalog/values.ts'
import type { Message } from '../../../src/contract/catalog/message.ts'
import type { Fix } from '../../../src/contract/report.ts'

/** A timestamp in an ISO 8601 notation that databases do not accept. */
const iso =
  /^\d{4}-\d\d-\d\d(?<separator>[Tt ])\d\d:\d\d(?<seconds>:\d\d(?:[.,]\d+)?)?\s?(?<zone>[Zz]|[-+]\d\d(?::?\d\d)?)?$/

/**
 * Returns the fix for timestamps that already looked right. Its message names the replaced characters. `keepsT` means
 * that the dialect's literals have a T as well.
 */
export function namingChanges(fix: Fix, keepsT: boolean): Fix {
  if (fix.code !== 'date_form' || fix.examples === undefined) return fix
  const changes = new Set<Message>()
  for (const example of fix.examples) {
    const parts = iso.exec(example.trim())?.groups
    if (parts === undefined) return fix
    for (const change of changesOf(parts, keepsT)) changes.add(change)
  }
  return changes.size === 0 ? fix : { ...fix, message: valueMessages.date_form.changed(fix.message, [...changes]) }
}

function changesOf({ separator, seconds, zone }: Record<string, string | undefined>, keepsT: boolean): Message[] {
  return [
    ...(separator !== ' ' && !keepsT ? [valueMessages.timestampChange.separator] : []),
    ...(seconds === undefined ? [valueMessages.timestampChange.seconds] : []),
    ...(zone?.toUpperCase() === 'Z' ? [valueMessages.timestampChange.zulu] : []),
    ...(zone !== undefined && /^[-+]\d\d(?:\d\d)?$/.test(zone) ? [valueMessages.timestampChange.offset] : []),
  ]
}
