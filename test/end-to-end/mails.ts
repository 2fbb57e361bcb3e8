import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { hangMs } from './hang.ts'

/** Returns the text of the mail about a subject. Locally the platform writes a mail to a file and logs its name. */
export async function untilMailed(stateFolder: string, about: string): Promise<string> {
  for (const started = Date.now(); Date.now() - started < hangMs; await wait(100)) {
    const log = readFileSync(join(stateFolder, 'service.log'), 'utf8')
    const files = [...log.matchAll(/^Text: (.+\.txt)/gm)].map((match) => match[1] ?? '').filter(existsSync)
    const mail = files.map((file) => readFileSync(file, 'utf8')).find((text) => text.includes(about))
    if (mail !== undefined) return mail
  }
  throw new Error(`no mail about ${about}`)
}
