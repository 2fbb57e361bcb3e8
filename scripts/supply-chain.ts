import { readFileSync } from 'node:fs'
import { lockFaults, movingImages } from './supply/lock-faults.ts'

// `npm run supply-chain`: whatever is installed or built upon is bound to its bytes.

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const { allowScripts } = json('package.json') as { readonly allowScripts: Readonly<Record<string, boolean>> }
const faults = [
  ...lockFaults(json('package-lock.json') as Parameters<typeof lockFaults>[0], allowScripts),
  ...movingImages(readFileSync('container/Dockerfile', 'utf8')),
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
