/**
 * Every number of the specification's Limits table, once. A deployment overrides one in `[vars]`, a local run with
 * `--var NAME:VALUE`, so that a test can shorten hours to seconds. The unit is part of the name.
 */
const numericDefaults = {
  RATE_LIMIT_PER_MINUTE: 120,
  ACTIVE_LIMIT: 5,
  WAITING_LIMIT: 100,
  WAITING_ALLOWANCES: 2,
  ALLOWANCE_BYTES: 5_000_000_000,
  UPLOAD_MAX_BYTES: 5 * 1024 ** 3,
  URL_MAX_BYTES: 50 * 1024 ** 3,
  UPLOAD_URL_SECONDS: 3600,
  OUTPUT_URL_SECONDS: 600,
  RETENTION_SECONDS: 86_400,
  LISTED_SECONDS: 90 * 86_400,
  RUN_LIMIT_SECONDS: 10_800,
  DOWNLOAD_LIMIT_SECONDS: 3600,
  DOWNLOAD_STALL_SECONDS: 60,
  LEASE_SECONDS: 30,
  RUN_ATTEMPTS: 3,
  LOST_MESSAGE_SECONDS: 30,
  /** Uploads up to this size are converted in an isolate; 0 converts every file in a container. */
  ISOLATE_BYTES_MAX: 1_048_576,
  /** The time within which a container must accept connections. Cold starts take 2 to 5 s, and 7 to 24 s in the worst twentieth. */
  ENGINE_READY_SECONDS: 30,
  /** Containers that may run at a time: `max_instances` of wrangler.toml. */
  ENGINE_SLOTS: 50,
  /** Dispatchers among which accounts and slots are divided. One hands out hundreds of slots a second. */
  DISPATCHER_SHARDS: 1,
  IDEMPOTENCY_SECONDS: 86_400,
  IDEMPOTENCY_WAIT_SECONDS: 10,
  WEBHOOK_TIMEOUT_SECONDS: 10,
  PINGS_PER_MINUTE: 6,
  CASE_RETENTION_SECONDS: 7_776_000,
  CASES_PER_CONVERSION: 10,
  SIGN_IN_FREE_TRIES: 5,
  SIGN_IN_FREE_TRIES_PER_ADDRESS: 30,
  SIGN_IN_DELAY_MAX_SECONDS: 900,
  SIGN_IN_FORGET_SECONDS: 86_400,
  SIGN_UPS_PER_ADDRESS: 10,
  MAILS_PER_ADDRESS: 5,
  MAIL_LINK_SECONDS: 3600,
  RECENT_PASSWORD_SECONDS: 600,
  SESSION_SECONDS: 14 * 86_400,
  SECOND_FACTOR_SECONDS: 600,
  AUDIT_SECONDS: 90 * 86_400,
  /** The time for which the record of a deleted account is kept. Its keys, files and reports are deleted earlier. */
  DELETED_RECORD_SECONDS: 30 * 86_400,
} as const

export type Limits = { readonly [Name in keyof typeof numericDefaults]: number } & {
  /** Waits before attempts 2 to 6 of a webhook delivery, in seconds. */
  readonly WEBHOOK_RETRY_SECONDS: readonly number[]
}

export const defaultLimits: Limits = {
  ...numericDefaults,
  WEBHOOK_RETRY_SECONDS: [60, 300, 1800, 7200, 21_600],
}

const isCount = (text: string): boolean => /^\d{1,15}$/.test(text)

/**
 * Returns the limits in force. A value that is not a whole number is a mistake of the operator and must stop the start.
 */
export function readLimits(vars: Readonly<Record<string, unknown>>): Limits {
  const limits: Record<string, number | readonly number[]> = { ...defaultLimits }
  for (const name of Object.keys(defaultLimits)) {
    const given = vars[name]
    if (given === undefined || given === '') continue
    if (typeof given !== 'string' && typeof given !== 'number') continue
    const text = String(given).trim()
    if (name === 'WEBHOOK_RETRY_SECONDS') {
      const waits = text.split(',').map((wait) => wait.trim())
      if (!waits.every(isCount)) throw new Error(`${name} must be whole seconds separated by commas, not "${text}"`)
      limits[name] = waits.map(Number)
    } else {
      if (!isCount(text)) throw new Error(`${name} must be a whole number, not "${text}"`)
      limits[name] = Number(text)
    }
  }
  return limits as Limits
}

/** Numbers that no deployment changes: they are part of the wire contract. */
export const pageSizeMax = 100
export const pageSizeDefault = 50
/** An API key has `rm_key_`, an account, `_`, a secret, and its tag. */
export const keyCharacters = 7 + 26 + 1 + 32 + 16
export const idempotencyKeyCharactersMax = 255
export const nameCharactersMax = 255
export const noteCharactersMax = 2000
export const fileUrlCharactersMax = 8192
export const webhookUrlCharactersMax = 2048
export const keyNameCharactersMax = 100
export const jsonBodyBytesMax = 64 * 1024
/** The maximum number of nested lists and objects in a body. No request needs more than six levels. */
export const jsonLevelsMax = 100
/** A file that comes with its request. */
export const inlineBytesMax = 10_000_000
/** The limit for a request with an inline file: base64 is a third longer, and strings in JSON have escapes. */
export const inlineBodyBytesMax = 20_000_000
/** The maximum time that a request may wait for its conversion to end. */
export const waitSecondsMax = 60
/** The largest body that Cloudflare passes to a Worker. */
export const bodyBytesPassedMax = 100_000_000
export const tooManyActiveRetrySeconds = 30
