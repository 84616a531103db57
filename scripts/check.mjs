// npm run check: format and lint, types, who imports whom, sizes. No test runs here.
import { spawn } from 'node:child_process'
import { installIfNeeded, requireNode, root, run } from './setup.mjs'

requireNode()
installIfNeeded()
// Writes the types of the pages' routes, which the check of the pages reads.
run('npx', ['svelte-kit', 'sync'], { cwd: `${root}/web` })

const CHECKS = [
  ['npx', 'biome', 'check', '--error-on-warnings', '.'],
  ['npx', 'tsc', '-p', '.'],
  [
    'npx',
    'svelte-check',
    '--workspace',
    'web',
    '--tsconfig',
    './tsconfig.json',
    '--fail-on-warnings',
    '--output',
    'human',
  ],
  [
    'npx',
    'prettier',
    '--config',
    'web/.prettierrc.json',
    '--check',
    '--log-level',
    'warn',
    'web/src/**/*.svelte',
  ],
  ['node', 'scripts/check-imports.mjs'],
]

/** Side by side, each with its words kept together. */
const check = ([command, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (part) => {
      said += part
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', (code) => {
      process.stdout.write(said)
      resolve(code === 0)
    })
  })

const results = await Promise.all(CHECKS.map(check))
if (results.includes(false)) process.exit(1)
console.log('check: ok')
