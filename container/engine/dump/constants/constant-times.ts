import type { Constant } from './constant.ts'
import { clockSeconds, duration, parsedDate } from './constant-dates.ts'
import { type Call, counted, number, signed, temporal, text, textOf } from './constant-values.ts'
import { localTime, secondsInZone } from './date-arithmetic.ts'
import { refuse } from '../expressions/translated.ts'
import { weekOf } from './week-numbers.ts'

const spelled = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** Returns a date with its time. A plain date is not accepted. */
const timestampOf = (value: Constant | undefined): number => {
  const { at, isDay } = parsedDate(value)
  return isDay ? refuse('a day without a time') : at
}

/** Computes `ADDTIME('2020-01-01 10:00:00', '01:00:00')`. */
const plusTime =
  (sign: 1 | -1): Call =>
  ([value, time]) => {
    const seconds = clockSeconds(time) ?? refuse('not a time')
    const own = clockSeconds(value)
    const sum =
      own === null ? temporal(spelled(timestampOf(value) + sign * seconds * 1000)) : duration(own + sign * seconds)
    // The result of a string is a string.
    return value?.kind === 'text' && value.temporal === undefined ? text(textOf(sum)) : sum
  }

const difference: Call = ([one, other]) => {
  const [left, right] = [clockSeconds(one), clockSeconds(other)]
  if (left !== null && right !== null) return duration(left - right)
  return duration((timestampOf(one) - timestampOf(other)) / 1000)
}

const dayOf = (value: Constant | undefined): Date => new Date(parsedDate(value).at)

const modeOf = (value: Constant | undefined): number => {
  const mode = value === undefined ? 0 : signed(value)
  return mode >= 0 && mode <= 7 ? mode : refuse('another mode')
}

/** Returns the months since the year 0 for a number such as `202001`. */
const monthsOf = (value: Constant | undefined): number => {
  const period = signed(value)
  const month = period % 100
  return period >= 100_000 && month >= 1 && month <= 12
    ? Math.floor(period / 100) * 12 + month - 1
    : refuse('no period')
}

const offset = /^[+-]\d{1,2}:[0-5]\d$/

/** Computes `CONVERT_TZ(d, '+00:00', '+10:00')`. The server may not know named time zones. */
const inOtherZone: Call = ([value, from, to]) => {
  const [zone, target] = [textOf(from), textOf(to)]
  if (!offset.test(zone) || !offset.test(target)) return refuse('a zone by its name')
  const seconds = secondsInZone(parsedDate(value).at, zone)
  return temporal(localTime(new Date(seconds * 1000).toISOString(), target, 'timestamp'))
}

export const timeCalls: Readonly<Record<string, Call>> = {
  TIME: counted(1, 1, ([value]) => {
    const seconds = clockSeconds(value)
    return seconds === null ? temporal(spelled(timestampOf(value)).slice(11)) : duration(seconds)
  }),
  ADDTIME: counted(2, 2, plusTime(1)),
  SUBTIME: counted(2, 2, plusTime(-1)),
  TIMEDIFF: counted(2, 2, difference),
  TO_SECONDS: counted(1, 1, ([value]) => number(parsedDate(value).at / 1000 + 719_528 * 86_400)),
  WEEK: counted(1, 2, ([value, mode]) => number(weekOf(dayOf(value), modeOf(mode), false).week)),
  WEEKOFYEAR: counted(1, 1, ([value]) => number(weekOf(dayOf(value), 3, false).week)),
  YEARWEEK: counted(1, 2, ([value, mode]) => {
    const { year, week } = weekOf(dayOf(value), modeOf(mode), true)
    return number(year * 100 + week)
  }),
  PERIOD_ADD: counted(2, 2, ([period, months]) => {
    const sum = monthsOf(period) + signed(months)
    return number(Math.floor(sum / 12) * 100 + (sum % 12) + 1)
  }),
  PERIOD_DIFF: counted(2, 2, ([one, other]) => number(monthsOf(one) - monthsOf(other))),
  CONVERT_TZ: counted(3, 3, inOtherZone),
}
