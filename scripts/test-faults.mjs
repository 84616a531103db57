// npm run test:faults: kills, stops and starves the parts of the product one by one, and prints what was lost.
//   npm run test:faults -- streams     only faults/streams.fault.ts
import { spawnSync } from 'node:child_process'
import { buildIfNeeded } from './build-if-needed.mjs'
import { commandOf, installIfNeeded, requireNode, root } from './setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
const { status } = spawnSync(
  process.execPath,
  [commandOf('vitest'), 'run', '--config', 'faults/vitest.config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
process.exit(status ?? 1)
