import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newUuid } from '../../../platform/ids.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { signingKeyRepository } from './signing-key.repository.ts'

const DAY_SECONDS = 86_400
/** A new key is published this long before it signs, so that LMSs that cache our keys know it in time. */
const ANNOUNCED_SECONDS = 7 * DAY_SECONDS
const ROTATION_SECONDS = 90 * DAY_SECONDS
/** Long enough for everything that was signed with it to expire. */
const KEEP_SECONDS = ROTATION_SECONDS + 2 * ANNOUNCED_SECONDS

/** The keys that we sign messages to LMSs with. Shared by all instances, rotated every 90 days. */
export function createSigningKeys({ db, box }: { db: Db; box: Pick<SecretBox, 'seal' | 'open'> }) {
  async function create(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    const kid = newUuid()
    const use = { kid, alg: 'RS256', use: 'sig' }
    await signingKeyRepository.insert(db, {
      kid,
      public_jwk: JSON.stringify({ ...(await exportJWK(publicKey)), ...use }),
      sealed_private_jwk: box.seal(JSON.stringify({ ...(await exportJWK(privateKey)), ...use })),
      created_at: nowSeconds(),
    })
  }

  async function list() {
    const keys = await signingKeyRepository.list(db)
    if (keys.length > 0) return keys
    await create()
    return signingKeyRepository.list(db)
  }

  return {
    async publicKeys(): Promise<{ keys: object[] }> {
      return { keys: (await list()).map(({ public_jwk }) => JSON.parse(public_jwk)) }
    },

    /** With the newest key that was announced long enough, or the oldest one. */
    async sign(payload: JWTPayload): Promise<string> {
      const keys = await list()
      const announced = keys.find(({ created_at }) => created_at + ANNOUNCED_SECONDS <= nowSeconds())
      const key = announced ?? keys.at(-1)
      if (!key) throw new Error('there is no signing key')
      const secret = await importJWK(JSON.parse(box.open(key.sealed_private_jwk)), 'RS256')
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid }).sign(secret)
    },

    async rotate(): Promise<void> {
      const [newest] = await signingKeyRepository.list(db)
      // Only installations that use LTI 1.3 have a key.
      if (newest && newest.created_at + ROTATION_SECONDS - ANNOUNCED_SECONDS <= nowSeconds()) await create()
      await signingKeyRepository.removeBefore(db, nowSeconds() - KEEP_SECONDS)
    },
  }
}

export type SigningKeys = ReturnType<typeof createSigningKeys>
