import type { Message } from '../../../src/contract/catalog/message.ts'
import { andMore } from './lists.ts'
import { say } from '../../../src/contract/catalog/say.ts'

/** Differences between MySQL and PostgreSQL, in the Markdown of the migration report. */
export const noticeMessages = {
  case: say`**Case**: comparisons, unique keys and ORDER BY tell upper and lower case apart. \`name = 'ann'\` no longer finds \`Ann\`. Use \`lower()\`, or convert again with the rule \`ci_text\`.`,
  groupBy: say`**GROUP BY**: PostgreSQL refuses a query that selects a column that is neither grouped nor aggregated, unless it groups by the primary key.`,
  strictness: say`**Strictness**: PostgreSQL refuses a value that does not fit. A number out of range, a string that is too long and \`0000-00-00\` are errors. PostgreSQL never clips or cuts them.`,
  sql: say`**SQL**: names are quoted with \`"\`, not with backticks. \`||\` joins strings. \`LIMIT 5, 10\` is \`LIMIT 10 OFFSET 5\`. \`INSERT IGNORE\`, \`REPLACE\` and \`ON DUPLICATE KEY UPDATE\` become \`ON CONFLICT\` clauses.`,
  zeroDates: say`**Zero dates**: the dump has dates such as \`0000-00-00\`. They became NULL: search with \`IS NULL\`.`,
  newIds: say`**New ids**: \`LAST_INSERT_ID()\` does not exist. Use \`INSERT … RETURNING id\`.`,
  booleans: say`**Booleans**: \`tinyint(1)\` is \`boolean\`. \`active = 1\` is an error: write \`active\` or \`active = true\`.`,
  sets: say`**Sets**: a set is an array. \`FIND_IN_SET('a', tags)\` is \`'a' = ANY (tags)\`.`,
  timeZones: say`**Time zones**: a \`timestamp\` has a time zone. Clients read it in the time zone of their session.`,
  onUpdate: say`**ON UPDATE CURRENT_TIMESTAMP** is a trigger.`,
  unsigned: say`**Unsigned**: PostgreSQL has no unsigned types, so negative numbers are allowed unless the rule \`unsigned\` is \`check\`.`,
  names: say`**Names**: some tables or columns have new names. See the section "Changed".`,
  division: say`**Division**: \`7 / 2\` of integers is 3, not 3.5. Write \`7 / 2.0\`.`,
  columns: (notice: Message, names: string, more: number): Message => say`${notice} Columns: ${names}${andMore(more)}.`,
} as const
