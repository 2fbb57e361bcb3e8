import type { Context } from 'hono'
import type { Owner } from '../auth/tokens.ts'
import type { Visitor } from '../contract/settings.ts'

/** What a request to the settings carries along: whose it is, once the session has been found. */
export interface SettingsEnv {
  Bindings: Env
  Variables: { owner: Owner; visitor: Visitor; formToken: string }
}

export type SettingsContext = Context<SettingsEnv>
