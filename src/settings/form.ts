import { emailAddress, emailMeant } from '../contract/shapes.ts'
import { question, shown } from '../contract/messages.ts'
import type { SettingsContext } from './guard.ts'

/**
 * Returns a field of the form as text, which is empty for a value that is not text. Passwords are unchanged. Forms send
 * a line end as two characters.
 */
export async function textOf(c: SettingsContext, name: string): Promise<string> {
  const value = (await c.req.parseBody())[name]
  if (typeof value !== 'string') return ''
  return name.includes('password') ? value : value.replaceAll('\r\n', '\n').trim()
}

/** Returns every value of a field that may come several times, such as the ticked boxes of a group. */
export async function textsOf(c: SettingsContext, name: string): Promise<string[]> {
  const values = (await c.req.parseBody({ all: true }))[name] ?? []
  return [values].flat().filter((value) => typeof value === 'string')
}

/** Returns the sentence beside a field for an e-mail address, or null if the address is valid. */
export function emailError(given: string): string | null {
  if (given === '') return 'Enter an e-mail address, such as ann@example.com.'
  if (emailAddress.safeParse(given).success) return null
  return `${shown(given)} is not an e-mail address${question(emailMeant(given)) || '. It looks like ann@example.com.'}`
}
