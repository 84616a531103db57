// npm run check:platforms: installs the dependencies for every supported platform into scratch folders and looks for each native binary.
// Takes minutes and needs the package registry, so it is not part of npm run check; run it after a change of the lock file.
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { npm, root } from '../setup.mjs'
import { nameOf, platformPackages, SUPPORTED } from './check-lock.mjs'

const MANIFESTS = [
  'package.json',
  'package-lock.json',
  'wire/package.json',
  'server/package.json',
  'web/package.json',
]
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** Packages with native code, and for each platform the package that carries it. */
const families = Object.keys(packages)
  .map((path) => ({ path, members: platformPackages(packages, path) }))
  .filter(({ members }) => members.length > 1)

let missing = 0
for (const platform of SUPPORTED) {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-platform-'))
  try {
    for (const file of MANIFESTS) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(join(root, file), join(folder, file))
    }
    const { os, cpu, libc } = platform
    const target = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])]
    await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...target], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const faults = families.flatMap(({ path, members }) => {
      const suitable = members.filter(({ platforms }) => platforms.includes(platform))
      return suitable.some((member) => hasBinary(join(folder, member.path))) ? [] : [path]
    })
    missing += faults.length
    console.log(`${nameOf(platform)}: ${faults.length === 0 ? 'ok' : `no binary for ${faults.join(', ')}`}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
process.exit(missing > 0 ? 1 : 0)

/** By its first bytes, since programs have no ending on most systems: ELF, Mach-O or Windows. */
function hasBinary(folder) {
  if (!existsSync(folder)) return false
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.some((entry) => entry.isFile() && isNative(join(entry.parentPath, entry.name)))
}

function isNative(file) {
  const start = Buffer.alloc(4)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, start, 0, 4, 0)
  } finally {
    closeSync(handle)
  }
  const magic = start.toString('hex')
  return magic === '7f454c46' || magic === 'cffaedfe' || magic === 'cafebabe' || magic.startsWith('4d5a')
}
