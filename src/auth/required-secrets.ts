/** Every secret that the service needs to be safe. `wrangler.toml` names the same secrets for each deployment. */
export const requiredSecrets = [
  'KEY_SECRET',
  'RUN_SECRET',
  'OPERATOR_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** The minimum length of a secret that we generate ourselves and that others could try to guess. */
const charactersMin = 16
const issuedElsewhere = new Set<string>(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])

/**
 * Stops the Worker at its start when a secret is missing. The platform returns `undefined` for it, and a signing key
 * could be made of `undefined` as well as of a secret.
 */
export function requireSecrets(env: Readonly<Record<string, unknown>>): void {
  const weak = requiredSecrets.filter((name) => {
    const secret = env[name]
    return typeof secret !== 'string' || secret.trim().length < (issuedElsewhere.has(name) ? 1 : charactersMin)
  })
  if (weak.length > 0)
    throw new Error(
      `Set these secrets, with ${charactersMin} characters or more: ${weak.join(', ')}. See docs/operate.`,
    )
}
