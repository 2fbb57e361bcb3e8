import type { SettingsContext } from './guard.ts'

/** A field of the form as text; whatever is no text is none. Passwords are taken as typed; forms send a line end as two signs. */
export async function textOf(c: SettingsContext, name: string): Promise<string> {
  const value = (await c.req.parseBody())[name]
  if (typeof value !== 'string') return ''
  return name.includes('password') ? value : value.replaceAll('\r\n', '\n').trim()
}

/** Every value of a field that may come several times, such as the ticked boxes of a group. */
export async function textsOf(c: SettingsContext, name: string): Promise<string[]> {
  const values = (await c.req.parseBody({ all: true }))[name] ?? []
  return [values].flat().filter((value) => typeof value === 'string')
}
