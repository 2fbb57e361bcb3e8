import type { Message } from '../../contract/catalog/message.ts'
import { say } from '../../contract/catalog/say.ts'

/** The reasons for refusing a new password. */
export const passwordErrors = {
  short: (least: number): Message => say`Use at least ${least} characters.`,
  long: (most: number): Message => say`Use at most ${most} characters.`,
  address: say`Use a password other than your e-mail address.`,
  common: say`This password is easy to guess. Use another one.`,
} as const
