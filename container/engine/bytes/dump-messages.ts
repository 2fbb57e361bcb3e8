/**
 * Messages of dump programs. They end up in the file when both outputs are redirected there (`> dump.sql 2>&1`). No
 * statement begins like one. A line includes its end.
 */
export const dumpMessage =
  /^(?:(?:mysqldump|mariadb-dump|mysqlpump|mysql|mariadb): |Warning: |Enter password:)[^\n]*(?:\n|$)/

/** The words at the beginning of a message are shorter than this. */
export const dumpMessageHead = 16

/** The text from the first line that is not such a message. */
export function withoutMessages(text: string): string {
  let rest = text
  for (let found = dumpMessage.exec(rest); found !== null && rest !== ''; found = dumpMessage.exec(rest))
    rest = rest.slice(found[0].length).trimStart()
  return rest
}
