// npm run release: writes release/bellwether-<version>.tgz, which runs with `node server.mjs` and nothing else installed: the built
// server and web app, and the few packages that can't be bundled, for every supported platform.
//   npm run release -- --this-platform   only the binaries for this machine (smaller; the Dockerfile uses it)
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfNeeded } from './build-if-needed.mjs'
import { lockFaults, platformPackages } from './check/check-lock.mjs'
import { licencesOf } from './licences.mjs'
import { installIfNeeded, npm, requireNode, root, step } from './setup.mjs'
import { findTextFaults } from './texts/check-texts.mjs'

/** What the bundle imports at run time, and which of the package's files that takes. */
const RUNTIME_PACKAGES = {
  '@photostructure/sqlite': /^(package\.json|LICENSE.*|dist\/.*\.(cjs|mjs)|prebuilds\/.*)$/,
  // Loaded on first use.
  'snowball-stemmers': /^(package\.json|README\.md|snowball-stemmers\.js)$/,
  'node-gyp-build': /\.js(on)?$/,
  '@node-rs/argon2': /\.js(on)?$/,
  'tesseract.js': /^(package\.json|LICENSE.*|src\/.*)$/,
  // Without the copies that carry the compiled code as text, for browsers.
  'tesseract.js-core': /^(package\.json|LICENSE|index\.js|tesseract-core[a-z-]*\.(js|wasm))$/,
  '@tesseract.js-data/*': /^(package\.json|4\.0\.0_best_int\/.*)$/,
}
const LANGUAGES = ['cat', 'eng', 'eus', 'spa'].map((code) => `@tesseract.js-data/${code}`)
const ROOTS = ['@photostructure/sqlite', '@node-rs/argon2', 'snowball-stemmers', 'tesseract.js', ...LANGUAGES]
/** Only asks for donations while installing. */
const LEFT_OUT = new Set(['opencollective-postinstall', 'node-addon-api'])
const DOCUMENTS = [
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
  '.env.example',
  'docs',
  'deploy',
  'plugins',
]

requireNode()
const { values: options } = parseArgs({
  options: {
    'this-platform': { type: 'boolean', default: false },
    // For the tests: other suites are using the build in the meantime.
    'no-build': { type: 'boolean', default: false },
  },
})
await installIfNeeded()
if (!options['no-build']) await buildIfNeeded()

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const faults = lockFaults(packages)
if (faults.length > 0)
  throw new Error(`The lock file does not install on every platform:\n${faults.join('\n')}`)
const missing = findTextFaults().filter(({ kind }) => kind === 'missing')
if (missing.length > 0)
  throw new Error(
    `Not translated yet:\n${missing.map(({ language, text }) => `${language} ${text}`).join('\n')}`,
  )
const name = `bellwether-${version}`
const folder = join(root, 'release', name)

await step(`Packing ${name}`, async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyBuild()
  for (const document of DOCUMENTS)
    if (existsSync(join(root, document)))
      cpSync(join(root, document), join(folder, document), {
        recursive: true,
        filter: (path) => !path.endsWith('.png'),
      })
  for (const packageName of closure(ROOTS)) copyPackage(packageName)
  await addPlatformPackages()
  writeFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), licencesOf(packages))
  writeEntries()
  const tar = await import('tar')
  await tar.create(
    { gzip: { level: 9 }, file: `${folder}.tgz`, cwd: dirname(folder), portable: true, noMtime: true },
    [name],
  )
})
const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
console.log(
  `release/${name}.tgz: ${megabytes(statSync(`${folder}.tgz`).size)}, unpacked ${megabytes(sizeOf(folder))}`,
)

function copyBuild() {
  cpSync(join(root, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(map|built-from|compiled)$/.test(path),
  })
}

/** The named packages and everything that they need. */
function closure(names, result = new Set()) {
  for (const packageName of names) {
    if (result.has(packageName) || LEFT_OUT.has(packageName)) continue
    result.add(packageName)
    const { dependencies = {} } = packages[`node_modules/${packageName}`] ?? {}
    closure(Object.keys(dependencies), result)
  }
  return result
}

function copyPackage(packageName) {
  const source = join(root, 'node_modules', packageName)
  const target = join(folder, 'node_modules', packageName)
  const neededFiles = RUNTIME_PACKAGES[packageName] ?? RUNTIME_PACKAGES[packageName.replace(/\/.*/, '/*')]
  for (const file of filesIn(source)) {
    if (neededFiles && !neededFiles.test(file)) continue
    if (options['this-platform'] && isForeignPrebuild(file)) continue
    mkdirSync(dirname(join(target, file)), { recursive: true })
    cpSync(join(source, file), join(target, file))
  }
}

function isForeignPrebuild(file) {
  return file.startsWith('prebuilds/') && !file.startsWith(`prebuilds/${process.platform}-${process.arch}/`)
}

/** npm installs only those of this machine; the others are fetched and compared with the lock file. */
async function addPlatformPackages() {
  const binaries = platformPackages(packages, 'node_modules/@node-rs/argon2')
  const scratch = mkdtempSync(join(tmpdir(), 'bellwether-release-'))
  const tar = await import('tar')
  try {
    for (const { name: packageName, path, platforms } of binaries) {
      const isHere = existsSync(join(root, path))
      if (isHere) copyPackage(packageName)
      else if (!options['this-platform'] && platforms.length > 0) {
        const archive = await fetchPackage(packageName, packages[path], scratch)
        const target = join(folder, 'node_modules', packageName)
        mkdirSync(target, { recursive: true })
        await tar.extract({ file: archive, cwd: target, strip: 1 })
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function fetchPackage(packageName, { version: lockedVersion, integrity }, scratch) {
  await npm(['pack', `${packageName}@${lockedVersion}`, '--pack-destination', scratch, '--silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const archive = join(scratch, `${packageName.replace('@', '').replace('/', '-')}-${lockedVersion}.tgz`)
  const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (hash !== integrity) throw new Error(`${packageName}@${lockedVersion} does not match the lock file`)
  return archive
}

/** `node server.mjs` and the commands, each from the folder that it stands in. */
function writeEntries() {
  const commands = readdirSync(join(root, 'scripts/release')).filter((file) => file.endsWith('.mjs'))
  for (const file of commands) cpSync(join(root, 'scripts/release', file), join(folder, file))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { type, description, license, engines, exports } = manifest
  const scripts = { start: 'node server.mjs' }
  for (const file of commands)
    if (!['server.mjs', 'settings.mjs'].includes(file)) scripts[file.slice(0, -4)] = `node ${file}`
  const written = {
    name: 'bellwether',
    version,
    private: true,
    type,
    description,
    license,
    engines,
    exports,
    scripts,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(written, null, 2)}\n`)
}

function filesIn(place, prefix = '') {
  return readdirSync(join(place, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix ? `${prefix}/${entry.name}` : entry.name
    return entry.isDirectory() ? filesIn(place, path) : [path]
  })
}

function sizeOf(place) {
  return filesIn(place).reduce((sum, file) => sum + statSync(join(place, file)).size, 0)
}
