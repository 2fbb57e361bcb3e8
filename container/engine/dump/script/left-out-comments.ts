import { quotedText } from '../../catalog/dumps.ts'
import type { Fix } from '../../../../src/contract/report.ts'

/** The characters that end a line for psql, for an editor, or for a program that reads C strings. */
const lineEnds = /[\0\r\n\v\f\u0085\u2028\u2029]+/

/**
 * Returns everything that the script leaves out and the report quotes, such as triggers and views, for manual
 * translation. Each line is a separate comment, so no text of the dump can end the comment.
 */
export function* leftOutComments(fixes: readonly Fix[]): Iterable<string> {
  for (const { message } of fixes) {
    const at = message.indexOf(quotedText)
    if (at < 0) continue
    const lines = message.slice(at + quotedText.length).split(lineEnds)
    yield [`-- ${message.slice(0, at).split(lineEnds).join(' ')}`, ...lines.map((line) => `--   ${line}`), ''].join(
      '\n',
    )
  }
}
