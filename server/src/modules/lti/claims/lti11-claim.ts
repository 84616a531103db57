import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { isSameSecret } from '../../../platform/secrets/secret-box.ts'
import { lmsIdSchema } from '../launch/launch-form.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const id = lmsIdSchema.optional().catch(undefined)

/** For the schema of a token. */
export const migrationClaims = {
  exp: z.number().optional().catch(undefined),
  nonce: z.string().optional().catch(undefined),
  [`${CLAIM}/lti1p1`]: z
    .object({ user_id: id, resource_link_id: id, oauth_consumer_key: id, oauth_consumer_key_sign: id })
    .optional()
    .catch(undefined),
  [`${CLAIM}/tool_platform`]: z.object({ guid: id }).optional().catch(undefined),
}

/** Who the person was with LTI 1.1. Only to be believed if it is signed with the secret of the consumer key. */
export interface Lti11Claim {
  userId: string
  resourceLinkId: string | undefined
  consumerKey: string
  signature: string
  /** As in LTI 1.1 launches: tells LMSs with the same key apart. */
  platform: string
  exp: number
  nonce: string
}

/** Pure. */
export function readLti11(claims: Record<string, unknown>): Lti11Claim | undefined {
  const old = claims[`${CLAIM}/lti1p1`] as Record<string, string | undefined> | undefined
  const { guid } = (claims[`${CLAIM}/tool_platform`] ?? {}) as { guid?: string }
  const { exp, nonce, sub } = claims as { exp?: number; nonce?: string; sub: string }
  const consumerKey = old?.['oauth_consumer_key']
  const signature = old?.['oauth_consumer_key_sign']
  if (!old || !consumerKey || !signature || exp === undefined || nonce === undefined) return undefined
  return {
    // Left out if it is the same.
    userId: old['user_id'] ?? sub,
    resourceLinkId: old['resource_link_id'],
    consumerKey,
    signature,
    platform: `1.1:${guid ?? ''}`,
    exp,
    nonce,
  }
}

/** Whether the LMS knows the secret of its LTI 1.1 key. Pure. */
export function isSignedClaim(
  { consumerKey, signature, exp, nonce }: Lti11Claim,
  launch: { deploymentId: string; issuer: string; clientId: string },
  secret: string,
): boolean {
  const text = [consumerKey, launch.deploymentId, launch.issuer, launch.clientId, exp, nonce].join('&')
  return isSameSecret(createHmac('sha256', secret).update(text).digest('base64'), signature)
}
