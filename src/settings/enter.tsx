import { makeSession } from '../auth/tokens.ts'
import type { AccountId } from '../contract/ids.ts'
import { Notice } from '../design/parts.tsx'
import { accountStub } from '../stubs/account.ts'
import { dropSession, keepDevice, keepSession, originOf, type SettingsContext } from './guard.ts'
import { Entrance, show } from './layout.tsx'

/** Opens a new session at every sign-in, so that a planted session is useless. */
export async function enter(c: SettingsContext, accountId: AccountId, next: string) {
  const { token, secretHash } = await makeSession(accountId, c.env.KEY_SECRET)
  if (!(await accountStub(c.env, accountId).openSession(secretHash, originOf(c)))) {
    dropSession(c)
    return show(c, <NoAccount />, 403)
  }
  keepSession(c, token)
  await keepDevice(c, accountId)
  return c.redirect(next, 303)
}

/** Returns the next page. It is always one of ours, because a URL from outside must not lead away. */
export const nextOf = (given: string | undefined): string =>
  given !== undefined && /^\/settings(\/[\w/-]*)?(\?[\w=&%-]*)?$/.test(given) ? given : '/settings'

const NoAccount = () => (
  <Entrance title="Sign in">
    <Notice kind="bad">This account has been deleted.</Notice>
    <p class="small">
      <a href="/settings/sign-up">Sign up again</a>
    </p>
  </Entrance>
)
