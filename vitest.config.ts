import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Two worlds: what runs in workerd is tested in workerd, everything else in Node. The folder says which. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/worker/**', 'test/end-to-end/**'],
          testTimeout: 30_000,
        },
      },
      {
        // Against a really started service: one service for all files, so they run one after another.
        test: {
          name: 'end-to-end',
          include: ['test/end-to-end/**/*.test.ts'],
          globalSetup: ['test/end-to-end/started-service.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: './wrangler.toml' } })],
        test: { name: 'worker', include: ['test/worker/**/*.test.ts'], testTimeout: 30_000 },
      },
    ],
  },
})
