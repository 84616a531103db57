// npm run test:security: attacks the product and prints figures. Nothing leaves this machine.
//   npm run test:security -- fuzz     only security/fuzz.security.ts
import { spawnSync } from 'node:child_process'
import { buildIfNeeded } from './build-if-needed.mjs'
import { commandOf, installIfNeeded, requireNode, root } from './setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
const { status } = spawnSync(
  process.execPath,
  [commandOf('vitest'), 'run', '--config', 'security/vitest.config.ts', ...process.argv.slice(2)],
  // Races run ten times longer than in npm test.
  { cwd: root, stdio: 'inherit', env: { TEST_ROUNDS: '10', ...process.env } },
)
process.exit(status ?? 1)
