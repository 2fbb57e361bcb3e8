/**
 * What the programs that make dumps say besides, and what stands in the file where both went there (`> dump.sql 2>&1`).
 * No statement begins so. A line, with its end where it has one.
 */
export const dumpMessage =
  /^(?:(?:mysqldump|mariadb-dump|mysqlpump|mysql|mariadb): |Warning: |Enter password:)[^\n]*(?:\n|$)/

/** More than the words that a message begins with. */
export const dumpMessageHead = 16

/** The text from the first line on that is no such message. */
export function withoutMessages(text: string): string {
  let rest = text
  for (let found = dumpMessage.exec(rest); found !== null && rest !== ''; found = dumpMessage.exec(rest))
    rest = rest.slice(found[0].length).trimStart()
  return rest
}
