/** Patterns that a log must never contain, whatever their source: keys, sessions, secrets, bearers, the query of a URL. */
const secrets: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/\b(rm_key|rm_ses|rm_dev|rm_ops|whsec)_[\w-]+/g, '$1_…'],
  [/\bBearer [\w.~+/=-]+/gi, 'Bearer …'],
  [/\b(https?:\/\/)[^\s/"\\?#]*@/gi, '$1…@'],
  [/(\bhttps?:\/\/[^\s"\\?#]*)[?#][^\s"\\]*/gi, '$1?…'],
  [/\b(X-Amz-[\w-]+)=[^&\s"\\]+/gi, '$1=…'],
]
/** Matches lines that need the full check. Most lines contain only ids and numbers. */
const suspicious = /rm_|whsec|bearer|:\/\/|x-amz-/i
const textMax = 4000

type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Logs an event as one line of JSON. */
export function log(event: string, facts: Facts = {}): void {
  console.log(lineOf(event, facts))
}

/** Logs an event for the attention of an operator, with its error. */
export function logError(event: string, facts: Facts, error?: unknown): void {
  console.error(lineOf(event, { ...facts, ...(error === undefined ? {} : factsOf(error)) }))
}

function factsOf(error: unknown): Facts {
  return error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) }
}

function lineOf(event: string, facts: Facts): string {
  const line = JSON.stringify({ event, ...facts })
  if (line.length <= textMax && !suspicious.test(line)) return line
  const safe = Object.entries(facts).map(([name, fact]) => [
    name,
    typeof fact === 'string' ? withoutSecrets(fact) : fact,
  ])
  return JSON.stringify({ event, ...Object.fromEntries(safe) })
}

function withoutSecrets(text: string): string {
  let safe = text.length > textMax ? `${text.slice(0, textMax)}…` : text
  for (const [pattern, shown] of secrets) safe = safe.replace(pattern, shown)
  return safe
}
