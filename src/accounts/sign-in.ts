import type { Owner } from '../auth/tokens.ts'
import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import { findSignIn } from './register.ts'
import { isPassword, nobodysHash } from './passwords.ts'
import { admitTry, resetTries, refundTry, type Throttle } from './throttle.ts'

export type SignIn =
  | { readonly kind: 'ok'; readonly accountId: AccountId }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }

/** The origin of a sign-in: a network address, and the device that the browser's cookie names. */
export interface SignInSource {
  readonly address: string
  readonly device: Owner | null
}

/** Signs in with an e-mail address and a password. */
export async function signIn(env: Env, email: string, password: string, from: SignInSource): Promise<SignIn> {
  const account = await findSignIn(env, { email })
  return tryPassword(env, { email: email.toLowerCase(), account, password, from })
}

/** Checks the password that the holder of a session enters again. The attempts count like those of signing in. */
export async function confirmPassword(
  env: Env,
  accountId: AccountId,
  password: string,
  from: SignInSource,
): Promise<SignIn['kind']> {
  const account = await findSignIn(env, { accountId })
  const tried = await tryPassword(env, { email: account?.email ?? '', account, password, from })
  return tried.kind
}

interface Try {
  readonly email: string
  readonly account: { readonly accountId: AccountId; readonly password: string } | null
  readonly password: string
  readonly from: SignInSource
}

async function tryPassword(env: Env, { email, account, password, from }: Try): Promise<SignIn> {
  // No account has an empty password, so an empty one does not count as an attempt.
  if (password === '') return { kind: 'wrong' }
  const throttles = throttlesOf(env, email, account?.accountId ?? null, from)
  const admission = await admitTry(env, throttles, Date.now())
  if (!admission.ok) return { kind: 'too_many', retryAfterSeconds: admission.retryAfterSeconds }
  const isRight = await isPassword(password, account?.password ?? nobodysHash)
  if (account === null || !isRight) return { kind: 'wrong' }
  const [own, address] = throttles
  if (own !== undefined) await resetTries(env, own)
  if (address !== undefined) await refundTry(env, address)
  return { kind: 'ok', accountId: account.accountId }
}

/**
 * Returns the limits of attempts. They are counted for an account from one network address, and for the address alone.
 * A device that signed in before has its own count, so attempts by others do not lock out the holder of an account.
 */
function throttlesOf(env: Env, email: string, accountId: AccountId | null, from: SignInSource): readonly Throttle[] {
  const { SIGN_IN_FREE_TRIES, SIGN_IN_FREE_TRIES_PER_ADDRESS } = readLimits({ ...env })
  const { device, address } = from
  if (device !== null && device.accountId === accountId)
    return [{ subject: `device:${device.secretHash}`, freeTries: SIGN_IN_FREE_TRIES }]
  return [
    { subject: `account:${email} from ${address}`, freeTries: SIGN_IN_FREE_TRIES },
    { subject: `address:${address}`, freeTries: SIGN_IN_FREE_TRIES_PER_ADDRESS },
  ]
}
