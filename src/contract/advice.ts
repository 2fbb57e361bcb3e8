const field = String.raw`(?:spec\.)?((?:input|output|inference|dump)\.[a-z_]+(?:\.[a-z_]+)*|columns\[\]\.[a-z_]+)`
/** Text of the user, which is kept: quoted text, and the statement at the end of a message. */
const kept = String.raw`"(?:[^"\\]|\\.)*"| Its text: [\s\S]*`
const subject = String.raw`^(?=${field}(?:\[\d+\])*(?:: the |: no | is (?!a |the |not |larger )| must | applies | does not apply))`
const verb = String.raw`\b(?:(?<!character )[Ss]et|[Uu]se|Increase|Leave|larger|them in|password in|out with|table with) `
const adviceOrKept = new RegExp([kept, '|(', subject, '|', verb, ')', field, String.raw`(?: to (\w+))?`].join(''), 'g')

/** Returns what people call a field of the spec, or null to keep its path. The value is the next word after “to”. */
type NameOf = (field: string, value: string | undefined) => string | null

/**
 * Returns a message with other names for the fields that it advises to set, such as “Set input.encoding.” Text of the
 * user, such as a column `input.encoding`, is kept.
 */
export function withFieldNames(message: string, nameOf: NameOf): string {
  return message.replaceAll(
    adviceOrKept,
    (whole: string, before: string | undefined, _: string | undefined, path: string | undefined, value?: string) => {
      const name = path === undefined ? null : nameOf(path, value)
      return before === undefined || name === null ? whole : before + name
    },
  )
}
