import type { Message } from '../../../../src/contract/catalog/message.ts'
import { workbookMessages } from '../../catalog/workbooks.ts'
import { EngineFailure } from '../../failure.ts'

/** Excel encrypts a workbook with this password if the user protects only its structure. */
const excelPassword = 'VelvetSweatshop'

/** Returns the key for the user's password or, if it does not work, for Excel's default password. */
export function openWith<Key>(given: string | null, keyOf: (password: string) => Key | null): Key {
  for (const password of given === null ? [excelPassword] : [given, excelPassword]) {
    const key = keyOf(password)
    if (key !== null) return key
  }
  throw passwordFailure(given)
}

export const passwordFailure = (given: string | null): EngineFailure =>
  new EngineFailure(
    'encrypted_file',
    given === null ? workbookMessages.encrypted_file.noPassword : workbookMessages.encrypted_file.wrongPassword,
  )

export const unknownEncryption = (problem: Message): EngineFailure =>
  new EngineFailure('encrypted_file', workbookMessages.encrypted_file.unknown(problem))
