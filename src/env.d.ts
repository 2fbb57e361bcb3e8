/** The bindings of wrangler.toml. Secrets and local URLs are set per deployment, so they are written here by hand. */
declare namespace Cloudflare {
  interface Env {
    ACCOUNT: DurableObjectNamespace<import('../durable-objects/account/account-object.ts').AccountObject>
    ENGINE: DurableObjectNamespace<import('../durable-objects/engine/engine-object.ts').EngineObject>
    DISPATCHER: DurableObjectNamespace<import('../durable-objects/dispatcher/dispatcher-object.ts').DispatcherObject>
    FILES: R2Bucket
    CONVERSIONS: Queue<import('./contract/run.ts').ConversionMessage>
    DELIVERIES: Queue<import('./contract/delivery.ts').DeliveryMessage>
    DIRECTORY: D1Database
    METRICS: AnalyticsEngineDataset
    MAIL: SendEmail
    /** The sender of replies to cases: an address of a domain that the account may send from. */
    MAIL_FROM: string
    /** Signs the tags of API keys and of settings sessions, and the tokens of forms. */
    KEY_SECRET: string
    /** The previous KEY_SECRET during a rotation: keys made under it still work. */
    KEY_SECRET_BEFORE?: string
    /** Signs the capabilities of runs. */
    RUN_SECRET: string
    OPERATOR_TOKEN: string
    /**
     * The issuer of the tokens of requests to `/ops`, such as `https://<team>.cloudflareaccess.com`. A local run has
     * none.
     */
    ACCESS_ISSUER?: string
    /** The audience tag of the Access application that protects `/ops`. */
    ACCESS_AUDIENCE?: string
    /** The public URL of the Worker, without a trailing slash. */
    PUBLIC_ORIGIN: string
    /** The S3 endpoint `https://<account>.r2.cloudflarestorage.com`, or that of `wrangler dev` in a local run. */
    S3_ENDPOINT: string
    S3_ACCESS_KEY_ID: string
    S3_SECRET_ACCESS_KEY: string
    S3_BUCKET: string
    /** The URL of the engine's Node process, which replaces the container in a local run only. */
    LOCAL_ENGINE_URL?: string
    LOCAL_ENGINE_TOKEN?: string
    LOCAL_TRUSTED_ORIGINS: string
    LOCAL_EGRESS_URL?: string
    LOCAL_EGRESS_TOKEN?: string
    /** The jurisdiction of the objects: empty for anywhere, `eu`, `us` or `fedramp`. It is set before the first account and never changed. */
    JURISDICTION?: '' | DurableObjectJurisdiction
    /** The place of new account objects, such as `weur`. Empty means near their first caller. */
    LOCATION_HINT?: '' | DurableObjectLocationHint
    /** Keeps keys with far too many requests away from their account objects. It exists only in a deployment. */
    KEY_SHIELD?: RateLimit
    CHORES: Queue<import('./contract/chores.ts').Chore>
    /** The checkout page for Pro. When it is empty, the plan page names MAIL_FROM. */
    BILLING_URL?: string
    /**
     * The secret with which the payment service signs its calls of `/billing/callback`. Without it, no call is
     * accepted.
     */
    BILLING_SECRET?: string
    /** The price of Pro in words, such as `$19 a month`. If it is empty, no price is shown. */
    PRO_PRICE?: string
  }
}
interface Env extends Cloudflare.Env {}

declare module '*.md' {
  const text: string
  export default text
}

/** The part of Node's module that signing uses; workerd has all of it. */
declare module 'node:crypto' {
  interface Digesting {
    update(text: string): Digesting
    digest(): Uint8Array
    digest(encoding: 'hex' | 'base64url'): string
  }
  export function createHmac(algorithm: 'sha256', key: string | Uint8Array): Digesting
  export function createHash(algorithm: 'sha256'): Digesting
}
