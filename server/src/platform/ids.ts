import { randomBytes, randomUUID } from 'node:crypto'

export const newUuid = (): string => randomUUID()

/** A secret of 256 random bits that is safe in headers and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url')

const RANDOM_BYTES = 4096
let random = Buffer.alloc(0)
let used = 0

/** Unguessable, but not a secret to keep: bytes are drawn in stock, because asking the system each time costs more than using them. */
export function randomHex(bytes: number): string {
  if (used + bytes > random.length) {
    random = randomBytes(Math.max(RANDOM_BYTES, bytes))
    used = 0
  }
  used += bytes
  return random.toString('hex', used - bytes, used)
}

// Request ids are for people who read logs and need not be unguessable: a random prefix and a counter are enough.
const processTag = randomBytes(5).toString('hex')
let counter = 0
export const newRequestId = (): string => `req_${processTag}${(++counter).toString(36).padStart(6, '0')}`
