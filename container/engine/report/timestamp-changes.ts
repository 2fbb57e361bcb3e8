import { valueMessages } from '../catalog/values.ts'
import type { Message } from '../../../src/contract/catalog/message.ts'
import type { Fix } from '../../../src/contract/report.ts'

/** A timestamp that is ISO 8601 already, and yet is not written as databases take it. */
const iso =
  /^\d{4}-\d\d-\d\d(?<separator>[Tt ])\d\d:\d\d(?<seconds>:\d\d(?:[.,]\d+)?)?\s?(?<zone>[Zz]|[-+]\d\d(?::?\d\d)?)?$/

/**
 * The fix of timestamps that looked right before: its message names the characters that were replaced. `keepsT`: literals
 * of the dialect have a T too.
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
