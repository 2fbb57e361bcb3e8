import { readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/api/description/document.ts'
import { type Description, findingsIn, promisesOf, type Snapshot, withAdditions } from './contract/public-contract.ts'

/**
 * npm run contract compares the API with the public contract in `docs/reference/contract.json`, and the contract with
 * the changelog. `npm run contract -- --write` records additions. It never drops a promise.
 */
const file = new URL('../docs/reference/contract.json', import.meta.url)
const changelog = readFileSync(new URL('../docs/guide/changelog.md', import.meta.url), 'utf8')
const promises = promisesOf(openApiDocument('https://api.example') as Description)
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Snapshot
const isWriting = process.argv.includes('--write')
const snapshot = isWriting ? withAdditions(promises, recorded, changelog) : recorded
if (isWriting) writeFileSync(file, `${JSON.stringify(snapshot, null, 2)}\n`)

const findings = findingsIn(promises, snapshot, changelog)
for (const finding of findings) console.log(finding)
console.log(`contract: ${findings.length} findings in ${promises.length} promises`)
process.exit(findings.length === 0 ? 0 : 1)
