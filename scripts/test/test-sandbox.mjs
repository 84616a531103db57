// Vitest's global setup: bubblewrap, in which run_command shuts programs in.
import { spawnSync } from 'node:child_process'
import { installPackage } from './test-install.mjs'

export default function setup() {
  const isThere = () => spawnSync('bwrap', ['--version']).status === 0
  if (process.platform === 'linux' && (isThere() || (installPackage('bubblewrap') && isThere()))) return
  console.warn(
    '\n!!! bubblewrap not found and could not be installed. All tests of run_command inside it are SKIPPED.\n',
  )
}
