import { randomBytes, randomUUID } from 'node:crypto'

export const newUuid = (): string => randomUUID()

/** A secret of 256 random bits that is safe in headers and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url')

// Request ids are for people who read logs and need not be unguessable: a random prefix and a counter are enough.
const processTag = randomBytes(5).toString('hex')
let counter = 0
export const newRequestId = (): string => `req_${processTag}${(++counter).toString(36).padStart(6, '0')}`
