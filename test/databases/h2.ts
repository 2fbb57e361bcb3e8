import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runOrThrow, temporaryFolder } from './processes.ts'

const jar = '/usr/share/java/h2.jar'

export const h2Missing = 'H2 is not installed: apt-get install libh2-java default-jre-headless'
export const hasH2 = (): boolean => existsSync(jar) && existsSync('/usr/bin/java')

/** Functions that real servers have and H2 lacks, implemented with H2's own classes. */
const functions =
  'CREATE ALIAS NCHAR FOR "java.lang.Character.toString(int)";\nCREATE ALIAS TO_CLOB FOR "org.h2.util.StringUtils.cache(java.lang.String)";\n'

/**
 * Runs statements in an in-memory database and returns the rows of a query as strings, with NULL as null. Values must
 * not have commas, quotes or line ends: select `RAWTOHEX(STRINGTOUTF8(x))` for text.
 */
export async function throughH2(
  mode: 'MSSQLServer' | 'Oracle',
  statements: string,
  query: string,
  { isCaseSensitive = true } = {},
): Promise<(string | null)[][]> {
  const folder = temporaryFolder('h2', {})
  try {
    const answer = join(folder, 'answer')
    const options = 'charset=UTF-8 fieldDelimiter= null=NULL writeColumnHeader=false'
    const ask = `CALL CSVWRITE('${answer}', '${query.replaceAll("'", "''")}', '${options}');\n`
    writeFileSync(join(folder, 'script.sql'), `${functions}${statements}\n${ask}`)
    // Only H2 reserves this word.
    const url = `jdbc:h2:mem:tests;NON_KEYWORDS=DAY;MODE=${mode}${isCaseSensitive ? '' : ';CASE_INSENSITIVE_IDENTIFIERS=TRUE'}`
    const script = ['-script', join(folder, 'script.sql')]
    await runOrThrow('/usr/bin/java', [
      '-Xss8m',
      // A process ends before optimized code or another way to collect garbage would save time.
      ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'],
      '-Dfile.encoding=UTF-8',
      '-cp',
      jar,
      'org.h2.tools.RunScript',
      '-url',
      url,
      ...script,
    ])
    return readFileSync(answer, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(',').map((value) => (value === 'NULL' ? null : value)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
