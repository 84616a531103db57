// Vitest's global setup: bubblewrap, in which run_command shuts programs in.
import { spawnSync } from 'node:child_process'
import { installPackage } from './test-install.mjs'

export default function setup() {
  const isThere = () => spawnSync('bwrap', ['--version']).status === 0
  if (process.platform === 'linux' && (isThere() || (installPackage('bubblewrap') && isThere()))) return
  console.warn(
    '\n!!! NO BUBBLEWRAP: it was not found and could not be installed. What run_command does inside of it is SKIPPED.\n',
  )
}
