/**
 * Matches a message of a dump program, including its line end. Such messages end up in the file when both outputs are
 * redirected there (`> dump.sql 2>&1`). No statement begins like one.
 */
export const dumpMessage =
  /^(?:(?:mysqldump|mariadb-dump|mysqlpump|mysql|mariadb): |Warning: |Enter password:)[^\n]*(?:\n|$)/

/** The beginning of a message that identifies it is shorter than this. */
export const dumpMessageHead = 16

/** Returns the text from the first line that is not such a message. */
export function withoutMessages(text: string): string {
  let rest = text
  for (let found = dumpMessage.exec(rest); found !== null && rest !== ''; found = dumpMessage.exec(rest))
    rest = rest.slice(found[0].length).trimStart()
  return rest
}
