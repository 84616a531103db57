import { mergeConfig } from 'vitest/config'
import config from '../vitest.config.ts'
import { SUITES } from './suites.ts'

/** Attacks, with figures: run with `npm run test:security`. One at a time, so that the figures mean something. */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [] } },
  { test: { include: ['security/**/*.security.ts', ...SUITES], maxWorkers: 1, testTimeout: 900_000 } },
)
