// npm run kernel compiles container/engine/webassembly/kernel/assembly (AssemblyScript), and stores the result as text
// and as a module next to its host.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kernelLayout } from '../container/engine/webassembly/kernel/layout.ts'

const target = 'container/engine/webassembly/kernel/kernel-wasm.ts'
/** The file for Workers, which import WebAssembly as a module and cannot compile it from text. */
const moduleTarget = 'container/engine/webassembly/kernel/kernel.wasm'
const sources = 'container/engine/webassembly/kernel/assembly'
const layoutTarget = 'container/engine/webassembly/kernel/assembly/layout.ts'
const isCheck = process.argv.includes('--check')

/** Turns `isBelow19Digits` into `IS_BELOW_19_DIGITS`. */
const constantName = (name) => name.replace(/[A-Z]|\d+/g, (part) => `_${part}`).toUpperCase()

/** The numbers that the kernel and its host share, as AssemblyScript. */
const layout = kernelLayout
  .map(({ prefix, type, numbers }) =>
    Object.entries(numbers)
      .map(([name, number]) => `export const ${prefix}_${constantName(name)}: ${type} = ${number}\n`)
      .join(''),
  )
  .join('\n')

/** Writes a generated file, or reports that it is out of date. */
function keep(path, text) {
  if (!isCheck) return writeFileSync(path, text)
  if (readFileSync(path, 'utf8') !== text) throw new Error(`${path} is not what its source makes: run npm run kernel`)
}

function keepBytes(path, bytes) {
  if (!isCheck) return writeFileSync(path, bytes)
  if (!readFileSync(path).equals(bytes)) throw new Error(`${path} is not what its source makes: run npm run kernel`)
}

keep(layoutTarget, `// Made by \`npm run kernel\` from ../layout.ts.\n${layout}`)
const folder = mkdtempSync(join(tmpdir(), 'kernel-'))
try {
  const file = join(folder, 'kernel.wasm')
  const source = join(folder, 'index.ts')
  for (const name of readdirSync(sources)) {
    // The decorators of functions are specific to AssemblyScript. Other tools can read the sources because the
    // decorators are comments there.
    const text = readFileSync(join(sources, name), 'utf8').replaceAll(/^\/\/ @inline$/gm, '@inline')
    writeFileSync(join(folder, name), text)
  }
  const flags = ['--runtime', 'stub', '--noAssert', '-O3', '--enable', 'simd', '--importMemory', '--use', 'abort=']
  execFileSync(process.execPath, ['node_modules/assemblyscript/bin/asc.js', source, ...flags, '-o', file], {
    stdio: 'inherit',
  })
  const lines =
    readFileSync(file)
      .toString('base64')
      .match(/.{1,116}/g) ?? []
  const text = `// Made by \`npm run kernel\` from assembly/; a test compares the two.\nexport const kernelWasm =\n  ${lines.map((line) => `'${line}'`).join(' +\n  ')}\n`
  keep(target, text)
  keepBytes(moduleTarget, readFileSync(file))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
