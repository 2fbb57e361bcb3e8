import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'

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
