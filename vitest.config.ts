import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { TAGS } from './scripts/test/tiers.mjs'

/** Suites of server processes first: they wait a lot, and one that is left for the end would keep one core idle. */
class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = (file: TestSpecification) => /\/(e2e|test\/instances)\//.test(file.moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

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
      'server/test/**/*.test.ts',
      'web/src/**/*.test.ts',
      'e2e/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    tags: TAGS,
    setupFiles: ['scripts/test/test-setup.mjs'],
    globalSetup: [
      'scripts/test/test-databases.mjs',
      'scripts/test/test-browser.mjs',
      'scripts/test/test-sandbox.mjs',
      'scripts/test/test-nodes.mjs',
      'scripts/test/test-workers.mjs',
    ],
    // For a busy machine: a test that passes does not wait for them.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // What fails that often is broken as a whole: the reasons are printed instead of waiting for every test's time limit.
    bail: 30,
    expect: { poll: { timeout: 90_000, interval: 15 } },
    pool: 'forks',
    // Journeys wait for a seventh of their time, so one more than there are cores.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    // Each file would otherwise load the whole server again, which took as long as the tests themselves.
    isolate: false,
    sequence: { sequencer: LongSuitesFirst },
  },
})
