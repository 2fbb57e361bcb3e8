import { workbookMessages } from '../../catalog/workbooks.ts'
import { unknownEncryption } from './passwords.ts'

export function bytesOfBase64(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0))
  } catch {
    throw unknownEncryption(workbookMessages.encryptionProblem.notBase64)
  }
}
