import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  errors,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import type { Outbox } from '../../../platform/db/outbox/outbox.ts'
import { isAppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { asFetch } from '../../../platform/outbound/as-fetch.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound.ts'
import { isSameSecret, type SecretBox } from '../../../platform/secrets/secret-box.ts'
import { createCourses } from '../courses/courses.ts'
import { createGrades } from '../grades/grades.ts'
import { createLineItems } from '../grades/line-items.ts'
import { createTestGrade } from '../grades/test-grade.ts'
import { LaunchRefused } from '../launch/problem.ts'
import { createLaunchRecords } from '../records/launch-records.ts'
import { createServiceClient } from '../services/service-client.ts'
import { createServiceTokens } from '../services/service-tokens.ts'
import { loginRepository } from './login.repository.ts'
import { createLogins, hashSecret, type PendingLogin } from './logins.ts'
import { platformRepository } from './platform.repository.ts'
import { createPlatforms } from './platforms.ts'
import { createSigningKeys } from './signing-keys.ts'

export interface Lti13Deps {
  db: Db
  outbox: Pick<Outbox, 'writer'>
  log: Log
  box: Pick<SecretBox, 'seal' | 'open'>
  /** Guarded: organization admins and LMSs enter the addresses. */
  client: OutboundClient
}

/** LTI 1.3: platforms, logins, tokens and keys. */
export function createLti13({ db, outbox, log, box, client }: Lti13Deps) {
  const signingKeys = createSigningKeys({ db, box })
  const records = createLaunchRecords(db)
  const services = createServiceClient({
    client,
    tokens: createServiceTokens({ client, signingKeys }),
    listOthers: (issuer) => platformRepository.listOthers(db, issuer),
  })
  const courses = createCourses({ db, log, services })
  const lineItems = createLineItems(services)
  const grades = createGrades({ db, outbox, log, lineItems })
  return {
    platforms: createPlatforms(db),
    logins: createLogins(db),
    verifyToken: createVerifyToken(client),
    signingKeys,
    records,
    courses,
    grades,
    sendTestGrade: createTestGrade({ db, lineItems }),
    client,

    /** Reads rosters and sends grades in the background. */
    start(): void {
      courses.queue.start()
      grades.queue.start()
    },
    async stop(): Promise<void> {
      await Promise.all([courses.queue.stop(), grades.queue.stop()])
    },

    async removeOld(signal: AbortSignal): Promise<void> {
      const now = nowSeconds()
      await inBatches((limit) => loginRepository.removeExpired(db, now, limit), signal)
      await inBatches((limit) => records.removeOld(limit), signal)
      await signingKeys.rotate()
    },
  }
}

export type Lti13 = ReturnType<typeof createLti13>

/** Asymmetric only: with a shared secret, anyone who knows the public key could sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512']
/** Allowed difference between the clocks of the LMS and this server. */
const TOLERANCE_SECONDS = 60
const MAX_AGE_SECONDS = 3600
const MAX_KEYS_BYTES = 256 * 1024
const KEYS_MS = 5000

/** Checks the token of a launch with the keys of its own platform. `client`: guarded, because admins enter the address. */
function createVerifyToken(client: OutboundClient) {
  const keySets = new LRUCache<string, JWTVerifyGetKey>({ max: 500 })
  const keysAt = (url: string): JWTVerifyGetKey => {
    const cached = keySets.get(url)
    if (cached) return cached
    const keys = createRemoteJWKSet(new URL(url), {
      timeoutDuration: KEYS_MS,
      [customFetch]: (address, { headers, method, signal }) =>
        asFetch(client, { maxBytes: MAX_KEYS_BYTES })(address, { headers, method, signal }),
    })
    keySets.set(url, keys)
    return keys
  }

  /** Throws `LaunchRefused`. */
  return async function verifyToken(
    token: string,
    login: Pick<PendingLogin, 'issuer' | 'clientId' | 'nonceHash'>,
    jwksUrl: string,
  ): Promise<Record<string, unknown>> {
    requireAsymmetric(token)
    const { payload } = await jwtVerify(token, keysAt(jwksUrl), {
      algorithms: ALGORITHMS,
      issuer: login.issuer,
      audience: login.clientId,
      requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
    }).catch((error: unknown) => {
      throw toRefusal(error)
    })
    const { aud, azp, nonce } = payload
    const needsParty = Array.isArray(aud) && aud.length > 1
    if ((needsParty || azp !== undefined) && azp !== login.clientId) throw new LaunchRefused('wrong_audience')
    if (typeof nonce !== 'string' || !isSameSecret(hashSecret(nonce), login.nonceHash))
      throw new LaunchRefused('wrong_nonce')
    return payload
  }
}

function requireAsymmetric(token: string): void {
  let algorithm: string | undefined
  try {
    algorithm = decodeProtectedHeader(token).alg
  } catch {
    throw new LaunchRefused('malformed_token')
  }
  if (!ALGORITHMS.includes(algorithm ?? '')) throw new LaunchRefused('wrong_token_signature')
}

function toRefusal(error: unknown): unknown {
  // The keys could not be fetched, which says nothing about the token.
  if (isAppError(error) || error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
    return new LaunchRefused('keys_unavailable')
  if (error instanceof errors.JWTExpired) return new LaunchRefused('old_token')
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'iat' || error.claim === 'nbf') return new LaunchRefused('old_token')
    if (error.claim === 'aud') return new LaunchRefused('wrong_audience')
    return error.claim === 'iss'
      ? new LaunchRefused('wrong_issuer')
      : new LaunchRefused('missing_claim', error.claim)
  }
  if (error instanceof errors.JOSEError)
    return error.code === 'ERR_JOSE_GENERIC'
      ? new LaunchRefused('keys_unavailable')
      : new LaunchRefused('wrong_token_signature')
  return error
}
