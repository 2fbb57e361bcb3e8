import { confirmPassword } from '../accounts/sign-in.ts'
import { passwordError } from '../design/text.ts'
import { readSignInSource, type SettingsContext } from './guard.ts'

/** The password was wrong or was tried too often: the sentence beside its field, and the status of the page. */
interface PasswordRefusal {
  readonly sentence: string
  readonly status: 422 | 429
}

/** Checks the password again before an action that must not be possible in a session somebody left open. */
export async function refusePassword(c: SettingsContext, password: string): Promise<PasswordRefusal | null> {
  if (password === '') return { sentence: 'Enter your password.', status: 422 }
  const confirmed = await confirmPassword(c.env, c.get('owner').accountId, password, await readSignInSource(c))
  if (confirmed === 'ok') return null
  return { sentence: passwordError(confirmed), status: confirmed === 'wrong' ? 422 : 429 }
}
