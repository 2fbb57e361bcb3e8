// The only script that any version of Node can run. It reports what is missing in a sentence. Without it, the
// TypeScript sources would fail with a syntax error. Usage: node scripts/launch.mjs <entry.ts> [arguments]
import module from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Rowmill needs Node 22.18 or later and this is ${process.version}. On Linux x64 \`npm ci\` brings Node 24 along ` +
      '(do not omit optional dependencies) and npm scripts find it; elsewhere install Node 24.',
  )
  process.exit(1)
}
// The cache avoids stripping the types again at the next start.
module.enableCompileCache()
const [entry, ...rest] = process.argv.slice(2)
const path = resolve(entry)
process.argv = [process.argv[0], path, ...rest]
await import(pathToFileURL(path).href)
