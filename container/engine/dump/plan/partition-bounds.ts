import type { Message } from '../../../../src/contract/catalog/message.ts'
import { dumpMessages } from '../../catalog/dumps.ts'
import type { Constant } from '../constants/constant.ts'
import { evaluate } from '../constants/constants.ts'
import { dateKinds, classifyDate, normalizeDate } from '../expressions/dates.ts'
import { quoted } from '../expressions/quoted.ts'
import type { PlannedColumn } from './plan-types.ts'
import { isWord, type Token } from '../text/tokens.ts'

const reasons = dumpMessages.partitions_dropped

/** The reason why the table is not partitioned. */
export class PartitionRefusal extends Error {
  readonly reason: Message

  constructor(reason: Message) {
    super(reason)
    this.reason = reason
  }
}

export const refusePartitions = (reason: Message): never => {
  throw new PartitionRefusal(reason)
}

/**
 * The function of a date that assigns rows to partitions. It increases with the date, so one of its bounds corresponds
 * to a date.
 */
export type DateFunction = 'YEAR' | 'TO_DAYS' | 'TO_SECONDS' | 'UNIX_TIMESTAMP'

export const isDateFunction = (word: string): word is DateFunction =>
  /^(?:YEAR|TO_DAYS|TO_SECONDS|UNIX_TIMESTAMP)$/.test(word)

/** The days from the year 0 to 1970, as TO_DAYS counts. */
const epochDays = 719_528

/** Returns the bound of a column as a literal of PostgreSQL. */
export function boundOf(
  column: PlannedColumn,
  dateFunction: DateFunction | null,
  tokens: readonly Token[],
  zone: string,
): string {
  if (tokens.length === 1 && isWord(tokens[0], 'MAXVALUE')) return 'MAXVALUE'
  const value = constantOf(tokens, zone)
  return dateFunction === null ? literalIn(column, value) : dateBound(column, dateFunction, value)
}

export function constantOf(tokens: readonly Token[], zone: string): Constant {
  const scope = { variables: new Map(), isUtf8: true, isBinary: false, zone: () => zone }
  return evaluate(tokens, scope) ?? refusePartitions(reasons.bound)
}

/** Returns the first date for which the function reaches the number. */
function dateBound({ type }: PlannedColumn, dateFunction: DateFunction, value: Constant): string {
  const isZoned = dateFunction === 'UNIX_TIMESTAMP'
  const fits = isZoned ? type.kind === 'timestamptz' : type.kind === 'date' || type.kind === 'timestamp'
  if (value.kind !== 'number' || value.scale !== 0 || !fits) return refusePartitions(reasons.bound)
  const number = Number(value.digits)
  // A zero date has the year 0 and the second 0, and NULL is below both, so it belongs to the first partition.
  if (number < 1) return refusePartitions(reasons.bound)
  const at = timestampOf(dateFunction, number)
  if (!(at >= firstTimestamp && at <= lastTimestamp)) return refusePartitions(reasons.bound)
  const [day = '', time = ''] = new Date(at).toISOString().split(/[T.]/)
  if (type.kind === 'date') return time === '00:00:00' ? quoted(day) : refusePartitions(reasons.bound)
  return quoted(`${day} ${time}${isZoned ? '+00' : ''}`)
}

const firstTimestamp = Date.UTC(1000, 0, 1)
const lastTimestamp = Date.UTC(9999, 11, 31)

function timestampOf(dateFunction: DateFunction, number: number): number {
  switch (dateFunction) {
    case 'YEAR':
      return number < 1000 ? Number.NaN : Date.UTC(number, 0, 1)
    case 'TO_DAYS':
      return (number - epochDays) * 86_400_000
    case 'TO_SECONDS':
      return (number - epochDays * 86_400) * 1000
    case 'UNIX_TIMESTAMP':
      return number * 1000
  }
}

/** Returns a value of the column as a literal. */
export function literalIn({ type, source }: PlannedColumn, value: Constant): string {
  const { kind, sqlType, width } = type
  if (kind === 'date' || kind === 'timestamp') return dateLiteral(value, kind)
  if (kind === 'text') return textLiteral(value, sqlType, source.isExactText)
  if (kind !== 'integer' && kind !== 'decimal') return refusePartitions(reasons.type)
  const isWhole = value.kind === 'number' && value.scale === 0
  const fits = isWhole && (kind === 'integer' ? isWithin(value.digits, width) : width === 0)
  return fits ? String(value.digits) : refusePartitions(reasons.bound)
}

const isWithin = (digits: bigint, bits: number): boolean => BigInt.asIntN(bits, digits) === digits

function dateLiteral(value: Constant, kind: 'date' | 'timestamp'): string {
  const written = value.kind === 'text' ? normalizeDate(value.text) : null
  const bytes = new TextEncoder().encode(written ?? '')
  const isUsable = classifyDate(bytes, 0, bytes.length) === dateKinds.usable
  const isDay = written?.length === 10 || written?.slice(10) === ' 00:00:00'
  if (written === null || !isUsable || written.includes('.') || (kind === 'date' && !isDay))
    return refusePartitions(reasons.bound)
  return quoted(kind === 'date' ? written.slice(0, 10) : written)
}

/**
 * Returns a string literal. Equal strings must be equal in both databases, regarding case, accents and trailing spaces.
 */
function textLiteral(value: Constant, sqlType: string, isExact: boolean): string {
  if (!(isExact && sqlType.startsWith('char('))) return refusePartitions(reasons.text)
  return value.kind === 'text' && !value.text.includes('\0') ? quoted(value.text) : refusePartitions(reasons.bound)
}
