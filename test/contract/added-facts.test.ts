import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Change {
  readonly path: string
  readonly from: string
  readonly to: string
}

/** The compiler's messages about one file, as if the change were made. */
function messagesAfter(project: string, file: string, change: Change | null): string[] {
  const { config } = ts.readConfigFile(join(root, project), (path) => readFileSync(path, 'utf8')) as { config: object }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, project, '..'))
  const host = ts.createCompilerHost(options)
  host.readFile = (path) => {
    const text = ts.sys.readFile(path)
    if (change === null || text === undefined || path !== join(root, change.path)) return text
    if (!text.includes(change.from)) throw new Error(`${change.path} does not contain: ${change.from}`)
    return text.replace(change.from, change.to)
  }
  const program = ts.createProgram([join(root, file)], { ...options, noEmit: true, incremental: false }, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(join(root, file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

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

describe('a fact of the contract that is added in one place', () => {
  test('an input format does not compile before it has a reader', () => {
    const [project, file] = ['container/engine/tsconfig.json', 'container/engine/readers/open-reader.ts']
    expect(messagesAfter(project, file, null)).toEqual([])
    expect(messagesAfter(project, file, format).join('\n')).toMatch(/Property 'parquet' is missing/)
  })

  test('a failure code does not compile before it is documented', () => {
    const [project, file] = ['src/contract/tsconfig.json', 'src/contract/codes/failures.ts']
    expect(messagesAfter(project, file, null)).toEqual([])
    expect(messagesAfter(project, file, code).join('\n')).toMatch(/remedy, example/)
  })
})
