// Refuses a lock file that would only install on some machines. Packages with native code publish one package per platform;
// a release that lacks some of them, or a lock file written while it was only half published, starts on a few machines only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup.mjs'

export const SUPPORTED = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
  { os: 'win32', cpu: 'arm64' },
]
export const nameOf = ({ os, cpu, libc }) => [os, cpu, libc].filter(Boolean).join('-')

/** The reasons why this lock file can't be installed everywhere; empty if it can. Pure. */
export function lockFaults(packages) {
  const faults = []
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    const names = Object.keys(optionalDependencies)
    const missing = names.filter((name) => !findPackage(packages, path, name))
    if (missing.length > 0) faults.push(`${path} lacks ${missing.join(', ')}`)
    const native = names
      .map((name) => findPackage(packages, path, name))
      .filter((entry) => entry?.os && entry.cpu)
    // A single one is a courtesy for one system, such as fsevents.
    if (native.length < 2) continue
    for (const platform of SUPPORTED)
      if (!native.some((candidate) => runsOn(candidate, platform)))
        faults.push(`${path} offers nothing for ${nameOf(platform)}`)
  }
  return faults
}

/** Pure. The packages with the binaries of the one at `path`, and which of the supported platforms each is for. */
export function platformPackages(packages, path) {
  return Object.keys(packages[path]?.optionalDependencies ?? {}).flatMap((name) => {
    const dependency = findPackage(packages, path, name)
    if (!dependency?.os || !dependency.cpu) return []
    return [
      {
        name,
        path: dependency.path,
        platforms: SUPPORTED.filter((platform) => runsOn(dependency, platform)),
      },
    ]
  })
}

/** Where Node would look: beside the package itself first, then outwards. */
function findPackage(packages, path, name) {
  for (let folder = path; ; ) {
    const place = `${folder}${folder ? '/' : ''}node_modules/${name}`
    const entry = packages[place]
    if (entry || folder === '') return entry && { ...entry, path: place }
    const outer = folder.lastIndexOf('/node_modules/')
    folder = outer < 0 ? '' : folder.slice(0, outer)
  }
}

const runsOn = (candidate, { os, cpu, libc }) =>
  candidate.os.includes(os) &&
  candidate.cpu.includes(cpu) &&
  (libc === undefined || candidate.libc === undefined || candidate.libc.includes(libc))

/** Packages that carry the binaries of all platforms themselves. */
function prebuildFaults() {
  const folder = join(root, 'node_modules/@photostructure/sqlite/prebuilds')
  if (!existsSync(folder)) return ['@photostructure/sqlite has no prebuilds']
  return SUPPORTED.flatMap((platform) => {
    const place = join(folder, `${platform.os}-${platform.cpu}`)
    const files = existsSync(place) ? readdirSync(place) : []
    const fits = (file) => file.endsWith('.node') && (!platform.libc || file.includes(platform.libc))
    return files.some(fits) ? [] : [`@photostructure/sqlite has no binary for ${nameOf(platform)}`]
  })
}

if (process.argv[1]?.endsWith('check-lock.mjs')) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const faults = [...lockFaults(packages), ...prebuildFaults()]
  if (faults.length > 0) {
    console.error(
      `The lock file does not install on every platform:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    )
    process.exit(1)
  }
  console.log(`lock file: native packages for ${SUPPORTED.map(nameOf).join(', ')}`)
}
