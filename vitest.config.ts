import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: {
      $lib: fileURLToPath(new URL('web/src/lib', import.meta.url)),
      $features: fileURLToPath(new URL('web/src/lib/features', import.meta.url)),
      $ui: fileURLToPath(new URL('web/src/lib/ui', import.meta.url)),
    },
  },
  test: {
    include: [
      'wire/src/**/*.test.ts',
      'server/src/**/*.test.ts',
      'web/src/**/*.test.ts',
      'e2e/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    setupFiles: ['scripts/test-setup.mjs'],
    globalSetup: ['scripts/test-databases.mjs', 'scripts/test-browser.mjs', 'scripts/test-sandbox.mjs'],
    // For a busy machine: a test that passes does not wait for them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 2,
    // Each file would otherwise load the whole server again, which took as long as the tests themselves.
    isolate: false,
  },
})
