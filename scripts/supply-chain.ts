import { readFileSync } from 'node:fs'
import { lockFindings, movingImages } from './supply/lock-findings.ts'

// `npm run supply-chain` checks that the lock file pins every installed package by hash.

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const { allowScripts } = json('package.json') as { readonly allowScripts: Readonly<Record<string, boolean>> }
const findings = [
  ...lockFindings(json('package-lock.json') as Parameters<typeof lockFindings>[0], allowScripts),
  ...movingImages(readFileSync('container/Dockerfile', 'utf8')),
]
for (const finding of findings) console.error(finding)
process.exitCode = findings.length === 0 ? 0 : 1
