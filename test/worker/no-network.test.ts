import { expect, test } from 'vitest'

// Tests give the Worker public addresses, for file sizes and webhooks.
test.each(['https://203.0.114.1/a.csv', 'https://files.example/a.csv', 'http://127.0.0.1:9/'])(
  'a request to %s does not leave this machine',
  async (address) => {
    const response = await fetch(address)
    expect([response.status, await response.text()]).toEqual([503, 'Tests have no network.'])
  },
)
