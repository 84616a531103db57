import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { say } from '@bellwether/wire'
import { unavailable } from '../errors.ts'

const MARK = 'enc:v1:'

/** AES-256-GCM for values at rest, and an HMAC for signed URLs. */
export function createSecretBox(encryption: Buffer, signing: Buffer) {
  const key = createHash('sha256').update(encryption).digest()

  return {
    isSealed: (text: string): boolean => text.startsWith(MARK),

    seal(text: string): string {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },

    open(text: string): string {
      const bytes = Buffer.from(text.slice(MARK.length), 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        decipher.setAuthTag(bytes.subarray(12, 28))
        return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        throw unavailable(say('server.secret_unreadable'))
      }
    },

    sign: (text: string): string =>
      createHmac('sha256', signing).update(text).digest('base64url').slice(0, 32),
    isSigned(text: string, signature: string): boolean {
      return isSameSecret(
        createHmac('sha256', signing).update(text).digest('base64url').slice(0, 32),
        signature,
      )
    },
  }
}

export type SecretBox = ReturnType<typeof createSecretBox>

/** Compares in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
