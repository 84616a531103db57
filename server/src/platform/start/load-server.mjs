// Runs the server's bundle. Parsing its four megabytes would take a third of the time until the server
// is ready, so the build stores what V8 has compiled (scripts/server/first-start.mjs). Node compiles as usual if that
// was made by another version of Node, or is missing.
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

/**
 * Every new object starts in V8's young generation. Otherwise V8 allocates kinds of objects that often survive directly
 * in the old one, and under load it picks what a request needs until its answer is complete. Such an object stays after
 * its request until the next full collection, and everything it refers to is copied and kept as well: prompt, frames,
 * signals. Set before anything is compiled, because compiled code is only good for the same flags.
 */
setFlagsFromString('--no-allocation-site-pretenuring')

const SERVER = 'server'
const KEY_LENGTH = 64
const folder = new URL('.', import.meta.url)
const requirePackage = createRequire(import.meta.url)
const loaded = new Map()

/**
 * What compiled code is good for: this text, and the very program that compiled it. V8 itself compares versions, but not
 * builds, and of the text only its length; code that does not fit or is damaged would end the process.
 */
function keyOf(source, code) {
  const program = [
    process.version,
    process.platform,
    process.arch,
    cachedDataVersionTag(),
    statSync(process.execPath).size,
  ]
  return createHash('sha256').update(program.join()).update(source).update(code).digest('hex')
}

function readCodeCache(source) {
  try {
    const file = readFileSync(new URL('code-cache.bin', folder))
    const code = file.subarray(KEY_LENGTH)
    return file.toString('latin1', 0, KEY_LENGTH) === keyOf(source, code) ? code : undefined
  } catch {
    return undefined
  }
}

/** The chunks of the bundle that a chunk imports by name are scripts too; anything else is a package. */
function requireFrom(name) {
  const chunk = /^\.\/(.+)\.mjs$/.exec(name)?.[1]
  if (chunk === undefined) return requirePackage(name)
  // Part of the server's own script, which exports it under its name.
  const start = loaded.get(SERVER).exports
  if (Object.hasOwn(start, chunk)) return start[chunk]
  return (loaded.get(chunk) ?? run(chunk, compile(chunk, read(chunk)))).exports
}
requireFrom.resolve = requirePackage.resolve

const importFrom = async (name) =>
  typeof name === 'string' && /^\.\/.+\.mjs$/.test(name) ? requireFrom(name) : import(name)

const urlOf = (chunk) => new URL(`${chunk}.cjs`, folder)
const read = (chunk) => readFileSync(urlOf(chunk))
/** The build escapes other characters than ASCII: with one byte per character, V8 keeps half as much. */
const compile = (chunk, source, cachedData) =>
  new Script(source.toString('latin1'), { filename: urlOf(chunk).href, cachedData })

function run(chunk, script) {
  const module = { exports: {} }
  loaded.set(chunk, module)
  script.runInThisContext()(module.exports, requireFrom, module, importFrom, import.meta.url)
  return module
}

/**
 * Runs the server. `createCodeCache` returns the file that makes the next start faster, and is called when the server
 * is ready.
 */
export function loadServer() {
  const source = read(SERVER)
  const code = readCodeCache(source)
  const script = compile(SERVER, source, code)
  const { started } = run(SERVER, script).exports
  return {
    started,
    isCompiled: code !== undefined && !script.cachedDataRejected,
    createCodeCache() {
      const compiled = script.createCachedData()
      return Buffer.concat([Buffer.from(keyOf(source, compiled), 'latin1'), compiled])
    },
  }
}
