import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['wire/src/**/*.test.ts', 'server/src/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['scripts/test-databases.mjs'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
