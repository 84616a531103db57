// Vitest's global setup: bubblewrap, the sandbox of run_command.
import { spawnSync } from 'node:child_process'
import { installPackage } from './test-install.mjs'

export default function setup() {
  const isThere = () => spawnSync('bwrap', ['--version']).status === 0
  if (process.platform === 'linux' && (isThere() || (installPackage('bubblewrap') && isThere()))) return
  console.warn(
    '\n!!! bubblewrap not found and could not be installed. All tests of run_command inside it are SKIPPED.\n',
  )
}
