import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Change {
  readonly path: string
  readonly from: string
  readonly to: string
}

/** Files that no change concerns are parsed once for all programs of a project. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** Returns the compiler's messages for some files of a project, after applying the changes. */
function messagesAfter(project: string, files: string | readonly string[], changes: readonly Change[]): string[] {
  const { config } = ts.readConfigFile(join(root, project), (path) => readFileSync(path, 'utf8')) as { config: object }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, project, '..'))
  const host = ts.createCompilerHost(options)
  host.readFile = (path) => {
    const text = ts.sys.readFile(path)
    const here = changes.filter((change) => path === join(root, change.path))
    return text === undefined ? text : here.reduce(changed, text)
  }
  const parse = host.getSourceFile.bind(host)
  host.getSourceFile = (path, target) => {
    if (changes.some((change) => path === join(root, change.path))) return parse(path, target)
    const key = `${project} ${path}`
    if (!parsed.has(key)) parsed.set(key, parse(path, target))
    return parsed.get(key)
  }
  const paths = [files].flat().map((file) => join(root, file))
  const program = ts.createProgram(paths, { ...options, noEmit: true, incremental: false }, host)
  return paths
    .flatMap((path) => program.getSemanticDiagnostics(program.getSourceFile(path)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

function changed(text: string, { path, from, to }: Change): string {
  if (!text.includes(from)) throw new Error(`${path} does not contain: ${from}`)
  return text.replace(from, to)
}

/** Loads a module of the contract after the change. The module imports nothing. */
async function moduleAfter<Module>(change: Change): Promise<Module> {
  const text = changed(readFileSync(join(root, change.path), 'utf8'), change)
  const script = ts.transpile(text, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext })
  // The caller names the type, which is that of the unchanged module.
  return (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as Module
}

/** Returns the files of a folder that mention one of these words. */
const filesWith = (pattern: string, words: RegExp): string[] =>
  globSync(pattern, { cwd: root }).filter((path) => words.test(readFileSync(join(root, path), 'utf8')))

const format = {
  path: 'src/contract/spec-values.ts',
  from: "export const inputFormats = ['xlsx',",
  to: "export const inputFormats = ['parquet', 'xlsx',",
}
const code = {
  path: 'src/contract/codes/failures.ts',
  from: 'export const failures = {',
  to: "export const failures = {\n  lost_file: { by: 'engine', cause: 'The file is lost.' },",
}

const documented = {
  ...code,
  to: `${code.from}
  lost_file: { by: 'engine', cause: 'The file is lost.', remedy: 'Send it again.', example: 'The file is empty.' },`,
}
const limit = {
  path: 'src/contract/limits.ts',
  from: 'const numericDefaults = {',
  to: 'const numericDefaults = {\n  NOTES_PER_DAY: 7,',
}
const limitInUse = {
  path: limit.path,
  from: 'const isCount =',
  to: 'export const notesPerDay = (limits: Limits): number => limits.NOTES_PER_DAY\nconst isCount =',
}

describe('a fact of the contract that is added in one place', () => {
  test('does not compile as an input format before it has a reader', () => {
    const [project, file] = ['container/engine/tsconfig.json', 'container/engine/readers/open-reader.ts']
    expect(messagesAfter(project, file, [])).toEqual([])
    expect(messagesAfter(project, file, [format]).join('\n')).toMatch(/Property 'parquet' is missing/)
  })

  test('does not compile as a failure code before it is documented', () => {
    const [project, file] = ['src/contract/tsconfig.json', 'src/contract/codes/failures.ts']
    expect(messagesAfter(project, file, [])).toEqual([])
    expect(messagesAfter(project, file, [code]).join('\n')).toMatch(/remedy, example/)
  })

  test('needs one line and its documentation as a failure code: every file that knows failure codes compiles', async () => {
    const contract = filesWith('src/contract/**/*.ts', /failure/i)
    expect(messagesAfter('src/contract/tsconfig.json', contract, [documented])).toEqual([])
    const engine = filesWith('container/engine/{*,catalog/*,report/*}.ts', /FailureCode/)
    expect(messagesAfter('container/engine/tsconfig.json', engine, [documented])).toEqual([])
    const { failures } = await moduleAfter<typeof import('../../src/contract/codes/failures.ts')>(documented)
    expect(Object.keys(failures)[0]).toBe('lost_file')
  })

  test('needs one line as a limit: it has a type, a default and a variable that overrides it', async () => {
    expect(messagesAfter('src/contract/tsconfig.json', limit.path, [limit, limitInUse])).toEqual([])
    const { defaultLimits, readLimits } = await moduleAfter<typeof import('../../src/contract/limits.ts')>(limit)
    expect(defaultLimits).toMatchObject({ NOTES_PER_DAY: 7 })
    expect(readLimits({ NOTES_PER_DAY: '9' })).toMatchObject({ NOTES_PER_DAY: 9 })
    expect(() => readLimits({ NOTES_PER_DAY: 'many' })).toThrow('NOTES_PER_DAY must be a whole number, not "many"')
  })
})
