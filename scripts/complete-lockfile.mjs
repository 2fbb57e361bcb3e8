// Run after `npm install`. A registry mirror may lack the packages of other platforms (a macOS build of a linter); npm
// then leaves them out of the lock file and its own `npm ci` refuses the result. Each is named here as npm itself would:
// with its version, optional, and bound to its platform, so that it is fetched there and nowhere else.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'sunos', 'win32', 'aix', 'netbsd', 'openbsd']
const processors = ['arm64', 'arm', 'ia32', 'x64', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32']

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = name.split('/').at(-1).split('-')
    const os = platform.find((part) => systems.includes(part))
    const cpu = platform.find((part) => processors.includes(part))
    const known = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => place in lock.packages)
    if (known || os === undefined || cpu === undefined) continue
    const libc = platform.some((part) => part.startsWith('musl'))
      ? ['musl']
      : platform.some((part) => part.startsWith('gnu'))
        ? ['glibc']
        : null
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(libc === null ? {} : { libc }),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      os: [os],
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added to package-lock.json`)
