import { hash, randomBytes } from 'node:crypto'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { nonceRepository } from './nonce.repository.ts'
import { LaunchRefused } from './problem.ts'
import { isSignedWith, type Parameters } from './signature.ts'

/** Allowed difference between the clocks of the LMS and this server, and the time within which a launch must arrive. */
const WINDOW_SECONDS = 300
const MAX_NONCE_LENGTH = 500

export interface OAuthRequest {
  method: string
  urls: readonly string[]
  parameters: Parameters
}

/** The secret of an unknown key: the same work is done, so that response times don't reveal which keys exist. */
const noSecret = randomBytes(32).toString('base64url')

/**
 * Checks signature, time and nonce of an LTI 1.1 request. The nonce is used up only once the signature is right, so
 * that strangers can't fill the table or use up the nonce of someone else. Throws `LaunchRefused`.
 */
export async function verifyRequest(
  db: Db,
  { method, urls, parameters }: OAuthRequest,
  secretOf: (consumerKey: string) => Promise<string | undefined>,
): Promise<void> {
  const read = createReader(parameters)
  const consumerKey = read('oauth_consumer_key')
  const timestamp = Number(/^\d{1,12}$/.exec(read('oauth_timestamp'))?.[0] ?? Number.NaN)
  const nonce = read('oauth_nonce')
  if (nonce.length > MAX_NONCE_LENGTH || Number.isNaN(timestamp)) throw new LaunchRefused('malformed')
  if (read('oauth_signature_method') !== 'HMAC-SHA1') throw new LaunchRefused('malformed')
  const version = parameters.find(([name]) => name === 'oauth_version')?.[1] ?? '1.0'
  if (version !== '1.0') throw new LaunchRefused('malformed')

  const secret = await secretOf(consumerKey)
  const signature = read('oauth_signature')
  const isSigned = isSignedWith(secret ?? noSecret, { method, urls, parameters, signature })
  if (secret === undefined || !isSigned) throw new LaunchRefused('wrong_signature')
  const now = nowSeconds()
  if (Math.abs(now - timestamp) > WINDOW_SECONDS) throw new LaunchRefused('old_timestamp')
  const nonceHash = hash('sha256', JSON.stringify([consumerKey, nonce]))
  if (!(await nonceRepository.use(db, nonceHash, timestamp + 2 * WINDOW_SECONDS)))
    throw new LaunchRefused('replayed')
}

/** Reads a required parameter; refuses one that was sent twice, because it would be unclear which one counts. */
export const createReader =
  (parameters: Parameters) =>
  (name: string): string => {
    const value = readOnce(parameters, name)
    if (value === undefined || value.trim() === '') throw new LaunchRefused('missing_field', name)
    return value
  }

export function readOnce(parameters: Parameters, name: string): string | undefined {
  const matches = parameters.filter(([key]) => key === name)
  if (matches.length > 1) throw new LaunchRefused('duplicate_field', name)
  return matches[0]?.[1]
}
