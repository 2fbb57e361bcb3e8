import { Hono } from 'hono'
import { confirmEmailChange, readEmailChange } from '../accounts/change-email.ts'
import { Notice } from '../design/parts.tsx'
import { accountStub } from '../stubs/account.ts'
import { textOf } from './form.ts'
import { originOf, type SettingsContext, type SettingsEnv } from './guard.ts'
import { Entrance, show } from './layout.tsx'

const sideOf = (given: string | undefined): 'old' | 'new' => (given === 'old' ? 'old' : 'new')

/** The page behind the links that a change of the e-mail address sends to both addresses. */
export const confirmEmail = new Hono<SettingsEnv>()
  .get('/confirm-email', async (c) => {
    const [side, token] = [sideOf(c.req.query('side')), c.req.query('token') ?? '']
    const change = await readEmailChange(c.env, side, token)
    return change === null ? noLink(c) : show(c, <Confirm side={side} token={token} to={change.to} />)
  })
  .post('/confirm-email', async (c) => {
    const [side, token] = [sideOf(await textOf(c, 'side')), await textOf(c, 'token')]
    const confirmed = await confirmEmailChange(c.env, side, token)
    switch (confirmed.kind) {
      case 'no_link':
        return noLink(c)
      case 'email_taken':
        return show(c, <Outcome kind="bad" text="Another account uses this e-mail address now." />, 409)
      case 'waits_for_other':
        return show(c, <Outcome kind="good" text="Confirmed. Now open the link that we sent to the other address." />)
      case 'changed': {
        const entry = { action: 'email_changed', detail: `${confirmed.from} → ${confirmed.to}` } as const
        await accountStub(c.env, confirmed.accountId).note(entry, originOf(c))
        return show(c, <Outcome kind="good" text={`Done. Sign in with ${confirmed.to} from now on.`} />)
      }
    }
  })

const noLink = (c: SettingsContext) =>
  show(
    c,
    <Outcome kind="bad" text="This link has been used or is too old. Ask for a new one on the account page." />,
    404,
  )

const Confirm = ({ side, token, to }: { side: 'old' | 'new'; token: string; to: string }) => (
  <Entrance title="Change your e-mail address">
    <p>
      The new address of this account: <strong>{to}</strong>
    </p>
    <form method="post" action="/settings/confirm-email">
      <input type="hidden" name="side" value={side} />
      <input type="hidden" name="token" value={token} />
      <button class="button primary wide" type="submit">
        Confirm
      </button>
    </form>
  </Entrance>
)

const Outcome = ({ kind, text }: { kind: 'good' | 'bad'; text: string }) => (
  <Entrance title="Change your e-mail address">
    <Notice kind={kind}>{text}</Notice>
    <p class="small">
      <a href="/settings/account">Account</a>
    </p>
  </Entrance>
)
