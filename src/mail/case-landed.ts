import type { CaseFile, Mail } from '../contract/operator.ts'

/**
 * Returns the mail that informs the sender of a case that Rowmill now supports the file. Returns null if the sender
 * gave no address.
 */
export function mailOfLanding(file: CaseFile, nowMs: number): Mail | null {
  if (file.email === null) return null
  const subject = file.name === null ? 'a conversion' : `the conversion of “${onOneLine(file.name)}”`
  const text = [
    `Hello,`,
    `On ${file.created_at.slice(0, 10)} you sent us ${subject} as ${file.id}. Rowmill now supports this file. Convert it again to get the correct result.`,
    ...(file.answer === null ? [] : [file.answer]),
    `Conversion: ${file.conversion_id}\nCase: ${file.id}`,
    `Rowmill`,
  ].join('\n\n')
  return { to: file.email, subject: `Your case ${file.id} is resolved`, text: `${text}\n`, sinceMs: nowMs }
}

/**
 * Cleans a file's name, which comes from the sender. It must neither look like our lines nor change the direction of
 * text.
 */
const onOneLine = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
