// npm run kernel: compiles container/engine/kernel/assembly (AssemblyScript) and keeps it as text beside its host.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const target = 'container/engine/kernel/kernel-wasm.ts'
const folder = mkdtempSync(join(tmpdir(), 'kernel-'))
try {
  const file = join(folder, 'kernel.wasm')
  const source = 'container/engine/kernel/assembly/index.ts'
  const flags = ['--runtime', 'stub', '--noAssert', '-O3', '--enable', 'simd', '--importMemory', '--use', 'abort=']
  execFileSync(process.execPath, ['node_modules/assemblyscript/bin/asc.js', source, ...flags, '-o', file], {
    stdio: 'inherit',
  })
  const lines =
    readFileSync(file)
      .toString('base64')
      .match(/.{1,116}/g) ?? []
  const text = `// Made by \`npm run kernel\` from assembly/; a test holds the two together.\nexport const kernelWasm =\n  ${lines.map((line) => `'${line}'`).join(' +\n  ')}\n`
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== text)
      throw new Error(`${target} is not what its source compiles to: run npm run kernel`)
  } else writeFileSync(target, text)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
