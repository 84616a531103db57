import { randomBytes, randomUUID } from 'node:crypto'

export const newUuid = (): string => randomUUID()

/** A secret of 256 random bits that can stand in a header or a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

// Request ids are read by people in logs, not guessed by attackers: a random start and a counter are enough and cost nothing.
const processTag = randomBytes(5).toString('hex')
let counter = 0
export const newRequestId = (): string => `req_${processTag}${(++counter).toString(36).padStart(6, '0')}`
