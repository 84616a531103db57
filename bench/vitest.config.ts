import { mergeConfig } from 'vitest/config'
import config from '../vitest.config.ts'

/** Measurements that need a browser: run by name, never with the tests. */
export default mergeConfig(config, { test: { include: ['bench/web-smooth.ts', 'bench/web-start.ts'] } })
