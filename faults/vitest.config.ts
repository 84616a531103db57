import { mergeConfig } from 'vitest/config'
import config from '../vitest.config.ts'

/** Heavier than the tests, and with figures: run with `npm run test:faults`. One at a time, so that the figures mean something. */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [] } },
  { test: { include: ['faults/**/*.fault.ts'], maxWorkers: 1, testTimeout: 600_000 } },
)
