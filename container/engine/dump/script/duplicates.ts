import { quoted } from '../expressions/quoted.ts'
import { keyExpressions } from './keys.ts'
import type { PlannedTable } from '../plan/plan-types.ts'
import { qualified, quoteName } from '../expressions/quoted-names.ts'

/**
 * Returns the statements that remove duplicates before the keys are added. They keep the row that the dump's server
 * would have kept, and drop the column with the order of rows. A row's address would not work, because PostgreSQL fills
 * gaps in earlier pages.
 */
export function duplicateStatements(table: PlannedTable): string[] {
  if (table.duplicates === null) return []
  const { kept, column } = table.duplicates
  const on = qualified(table.schema, table.name)
  const order = quoteName(column)
  const keys = keyExpressions(table).map((parts, key) => {
    const names = parts.map((_, part) => quoteName(`${column}_${key}_${part}`))
    const direction = kept === 'last' ? ' DESC' : ''
    const over = `OVER (PARTITION BY ${names.join(', ')} ORDER BY ${order}${direction})`
    const isWhole = names.map((name) => `${name} IS NOT NULL`).join(' AND ')
    return {
      inner: parts.map((part, at) => `${part} AS ${names[at]}`),
      over,
      later: `(${isWhole} AND row_number() ${over} > 1)`,
      isLater: quoteName(`${column}_${key}`),
    }
  })
  const drop = `ALTER TABLE ${on} DROP COLUMN ${order};\n`
  if (keys.length === 0) return [drop]
  const inner = `SELECT ${[order, ...keys.flatMap((key) => key.inner)].join(', ')} FROM ${on}`
  const ranked = `SELECT *, ${keys.map(({ later, isLater }) => `${later} AS ${isLater}`).join(', ')} FROM (${inner}) AS k`
  const anyLater = keys.map(({ isLater }) => isLater).join(' OR ')
  if (kept === 'last')
    return [`DELETE FROM ${on} WHERE ${order} IN (SELECT ${order} FROM (${ranked}) AS r WHERE ${anyLater});\n`, drop]
  // A row is only removed in favor of one that stays: the first one of its key, if it is also the first one of its
  // other keys.
  const stays = quoteName(`${column}_stays`)
  const checked = `SELECT *, NOT (${anyLater}) AS ${stays} FROM (${ranked}) AS r`
  const conditions = keys.map(({ isLater, over }) => `${isLater} AND first_value(${stays}) ${over}`)
  const toDelete = `SELECT ${order}, ${conditions.map((condition) => `(${condition})`).join(' OR ')} AS is_deleted FROM (${checked}) AS j`
  const step = `DELETE FROM ${on} WHERE ${order} IN (SELECT ${order} FROM (${toDelete}) AS f WHERE is_deleted)`
  return [`DO ${quoted(`BEGIN LOOP ${step}; EXIT WHEN NOT FOUND; END LOOP; END`)};\n`, drop]
}
