import { sha256 } from '../auth/tokens.ts'
import type { AccountId } from '../contract/ids.ts'
import { readLimits } from '../contract/limits.ts'
import { accountStub } from '../stubs/account.ts'
import { findSignIn } from './register.ts'
import { makeMailToken, readMailToken, useMailToken } from './mail-tokens.ts'
import { admitTry, resetTries } from './throttle.ts'
import { bareCode, base32, stepOfCode } from './totp.ts'

const recoveryCodeCount = 10

/** Returns ten codes of 80 random bits. The account stores their hashes. */
export async function makeRecoveryCodes(): Promise<{ readonly codes: string[]; readonly hashes: string[] }> {
  const codes = Array.from({ length: recoveryCodeCount }, () => {
    const text = base32(crypto.getRandomValues(new Uint8Array(10))).toLowerCase()
    return (text.match(/.{4}/g) ?? []).join('-')
  })
  return { codes, hashes: await Promise.all(codes.map(hashOfCode)) }
}

const hashOfCode = (code: string): Promise<string> =>
  sha256(`recovery:${code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')}`)

/**
 * Returns the token for the page that requests the code, after the right password. Returns null if the account has no
 * second factor.
 */
export async function challengeSecondFactor(env: Env, accountId: AccountId): Promise<string | null> {
  const factor = await accountStub(env, accountId).secondFactor()
  const account = factor?.isOn === true ? await findSignIn(env, { accountId }) : null
  if (account === null) return null
  const { SECOND_FACTOR_SECONDS } = readLimits({ ...env })
  return makeMailToken(env, 'second_factor', account, SECOND_FACTOR_SECONDS)
}

export type SecondFactorTry =
  | { readonly kind: 'ok'; readonly accountId: AccountId; readonly isRecovery: boolean }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_late' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }

/** Checks a code of the app or a recovery code, for the sign-in that the token belongs to. */
export async function passSecondFactor(env: Env, token: string, code: string): Promise<SecondFactorTry> {
  const challenge = await readMailToken(env, 'second_factor', token)
  if (challenge === null || challenge.accountId === null) return { kind: 'too_late' }
  const { accountId } = challenge
  const throttle = {
    subject: `second factor:${accountId}`,
    freeTries: readLimits({ ...env }).SIGN_IN_FREE_TRIES,
  }
  const admission = await admitTry(env, [throttle], Date.now())
  if (!admission.ok) return { kind: 'too_many', retryAfterSeconds: admission.retryAfterSeconds }
  const used = await useCode(env, accountId, code)
  if (used === null) return { kind: 'wrong' }
  if ((await useMailToken(env, 'second_factor', token)) === null) return { kind: 'too_late' }
  await resetTries(env, throttle)
  return { kind: 'ok', accountId, isRecovery: used === 'recovery' }
}

async function useCode(env: Env, accountId: AccountId, code: string): Promise<'app' | 'recovery' | null> {
  const account = accountStub(env, accountId)
  const factor = await account.secondFactor()
  if (factor?.isOn !== true) return null
  const digits = bareCode(code)
  if (/^\d{6}$/.test(digits)) {
    const step = await stepOfCode(factor.secret, digits, Date.now())
    return step !== null && (await account.useCodeOfStep(step)) ? 'app' : null
  }
  return (await account.useRecoveryCode(await hashOfCode(code))) ? 'recovery' : null
}
