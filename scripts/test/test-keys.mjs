// RSA keys for the tests. Generating one takes half a second, and some suites need a dozen, so they are kept between runs.
import crypto, { createPrivateKey, createPublicKey, webcrypto } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../setup.mjs'

const BITS = 2048
/** As many as one test file gets from the store; after that, keys are generated as usual. */
const MOST = 24
const folder = join(root, 'node_modules/.cache/test-keys')
const generate = promisify(crypto.generateKeyPair)
const { subtle } = webcrypto
const generateKey = subtle.generateKey.bind(subtle)

/** Of the process: this file may be loaded again for each test file. */
const STATE = Symbol.for('bellwether.test-keys')

/** Called before each test file. No two keys that are generated in a file are the same. */
export function useStoredKeys() {
  /** @type {any} */
  const everywhere = globalThis
  const isInstalled = STATE in everywhere
  everywhere[STATE] ??= { taken: 0 }
  everywhere[STATE].taken = 0
  if (isInstalled) return
  patchNodeCrypto()
  patchWebCrypto()
}

/** Undefined when the file has used up the store. */
async function takeKey() {
  /** @type {{ taken: number }} */
  const state = /** @type {any} */ (globalThis)[STATE]
  const number = state.taken++
  if (number >= MOST) return undefined
  const file = join(folder, `rsa-${number}.pem`)
  try {
    return createPrivateKey(readFileSync(file, 'utf8'))
  } catch {
    const { privateKey } = await generate('rsa', { modulusLength: BITS })
    mkdirSync(folder, { recursive: true })
    const half = `${file}.${process.pid}`
    writeFileSync(half, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    renameSync(half, file)
    return privateKey
  }
}

function patchNodeCrypto() {
  const original = crypto.generateKeyPair
  /** @param {string} type @param {any} options */
  const patched = async (type, options) => {
    const isPlain = type === 'rsa' && Object.keys(options).join() === 'modulusLength'
    const privateKey = isPlain && options.modulusLength === BITS ? await takeKey() : undefined
    return privateKey ? { privateKey, publicKey: createPublicKey(privateKey) } : generate(type, options)
  }
  // Only the form with a promise is used in the product; the one with a callback stays as it is.
  crypto.generateKeyPair = Object.assign((...args) => original(...args), { [promisify.custom]: patched })
  syncBuiltinESMExports()
}

function patchWebCrypto() {
  /** @param {any} algorithm @param {boolean} extractable @param {any[]} usages */
  subtle.generateKey = async (algorithm, extractable, usages) => {
    const isOurs = algorithm?.name === 'RSASSA-PKCS1-v1_5' && algorithm.modulusLength === BITS
    const key = isOurs ? await takeKey() : undefined
    if (!key) return generateKey(algorithm, extractable, usages)
    const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
    const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
    return {
      privateKey: await subtle.importKey('pkcs8', pkcs8, algorithm, extractable, ['sign']),
      publicKey: await subtle.importKey('spki', spki, algorithm, true, ['verify']),
    }
  }
}
