import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { troubledProxy } from './troubled-proxy.ts'

const isHere = spawnSync('python3', ['--version']).status === 0
const service = inject('service')

test.skipIf(!isHere)(
  `the Python client converts, lists, cancels, deletes and fails as documented${isHere ? '' : ' (skipped: apt-get install python3)'}`,
  async () => {
    const env = { ...process.env, ROWMILL_API_KEY: service.api_key, ROWMILL_BASE_URL: service.base_url }
    const { stdout } = await promisify(execFile)('python3', ['test/end-to-end/python-client.py'], { env })
    const { script, ...found } = JSON.parse(stdout) as Record<string, unknown>
    expect(found).toEqual({
      saved: true,
      files: ['people.csv', 'people.sql'],
      bytes: 1,
      stream: 1,
      // The tests of protected workbooks document this fixture's content.
      sheets: [
        ['Data', 60],
        ['Other', 1],
      ],
      unpacked: expect.stringContaining("(1, 'Zoë')"),
      inline: 'done',
      listed: 'done',
      left: true,
      failed: 'corrupt_file',
      refused: [422, 'invalid_request', ['bytes'], 'req_'],
      canceled: 'canceled',
      gone: 'not_found',
      lost: true,
    })
    expect(script).toContain("(1, 'Zoë')")
  },
)

const opening = `
import os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "clients/python")
from rowmill import Rowmill
client = Rowmill(api_key=os.environ["ROWMILL_API_KEY"], base_url=os.environ["ROWMILL_BASE_URL"])
print(client.create_conversion(name="once.csv", bytes=3, spec={"output": {"dialect": "sqlite"}})["id"])
`

describe.skipIf(!isHere)('transient errors', () => {
  test.each([
    ['a connection that is cut', 'cut'],
    ['a response that is lost', 'cut after'],
    ['429', 429],
    ['503', 503],
  ] as const)('%s open one conversion under one idempotency key', async (_, kind) => {
    const proxy = await troubledProxy(service.base_url, (attempt) => (attempt <= 2 ? kind : 'pass'))
    const baseUrl = `${proxy.url}${new URL(service.base_url).pathname}`
    try {
      const env = { ...process.env, ROWMILL_API_KEY: service.api_key, ROWMILL_BASE_URL: baseUrl }
      const { stdout } = await promisify(execFile)('python3', ['-c', opening], { env })
      expect(stdout).toMatch(/^[0-9A-Z]{26}\n$/)
      expect(proxy.received).toHaveLength(3)
      expect(new Set(proxy.received.map(({ key }) => key)).size).toBe(1)
    } finally {
      proxy.close()
    }
  })
})
