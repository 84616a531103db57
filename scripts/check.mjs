// npm run check: format and lint, types, imports, and whether the lock file works on every platform. Runs no tests.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, installIfNeeded, requireNode, root } from './setup.mjs'

requireNode()
await installIfNeeded()
if (!process.argv.includes('--prepared')) await (await import('./check/prepare.mjs')).prepareCheck()

// svelte-check keeps its translation of a page that was moved or deleted, and continues to report its errors.
rmSync(join(root, 'web/.svelte-kit/.svelte-check'), { recursive: true, force: true })

const cache = (name) => join(root, 'node_modules/.cache', name)
const CHECKS = [
  ['scripts/check/check-imports.mjs'],
  ['scripts/check/check-lock.mjs'],
  ['scripts/check/check-nodes.mjs'],
  ['scripts/texts/check-texts.mjs'],
  [commandOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
  // TypeScript 7 checks in a fifth of the time. Version 5 stays beside it for svelte-check, which needs its API.
  [
    commandOf('@typescript/native', 'tsc'),
    '-p',
    '.',
    '--incremental',
    '--tsBuildInfoFile',
    cache('tsc.json'),
  ],
  [
    commandOf('svelte-check'),
    ...['--workspace', 'web', '--tsconfig', './tsconfig.json', '--tsgo'],
    ...['--fail-on-warnings', '--output', 'human'],
  ],
  [
    commandOf('prettier'),
    ...['--config', 'web/.prettierrc.json', '--cache', '--cache-location', cache('prettier')],
    ...['--check', '--log-level', 'warn', 'web/src/**/*.svelte'],
  ],
]

/** In parallel, with the output of each kept together. */
const check = (args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const listen = (part) => {
      output += part
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('close', (code) => {
      process.stdout.write(output)
      resolve(code === 0)
    })
  })

const results = await Promise.all(CHECKS.map(check))
if (results.includes(false)) process.exit(1)
console.log('check: ok')
