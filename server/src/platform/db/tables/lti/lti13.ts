import type { Generated } from 'kysely'
import type { Flag } from '../flag.ts'

/** An LMS that an organization has registered. */
export interface LtiPlatformTable {
  id: Generated<number>
  organization_id: number
  name: string
  issuer: string
  client_id: string
  auth_login_url: string
  auth_token_url: string
  jwks_url: string
  /** Whether its e-mail addresses are verified, so that existing accounts may be linked by them. */
  trusts_email: Generated<Flag>
  /** Whether its teachers get accounts that can build assistants. */
  staff_can_build: Generated<Flag>
  created_at: number
  updated_at: number
}

export interface LtiDeploymentTable {
  platform_id: number
  issuer: string
  client_id: string
  deployment_id: string
  created_at: number
}

export interface LtiSigningKeyTable {
  kid: string
  public_jwk: string
  sealed_private_jwk: string
  created_at: number
}

/** A login that waits for its launch. Only hashes of its secrets are stored. */
export interface LtiLoginTable {
  state_hash: string
  nonce_hash: string
  /** Of the value that only the browser that started the login has. */
  browser_hash: string
  issuer: string
  client_id: string
  /** JSON: what starts the login again, in another tab. */
  login: string
  expires_at: number
  used_at: number | null
}

/** The last launches, for admins who look for a cause. */
export interface LtiLaunchTable {
  id: Generated<number>
  organization_id: number
  version: Generated<'1.1' | '1.3'>
  platform_id: number | null
  /** With LTI 1.1, what the LMS calls itself. */
  issuer: string
  /** With LTI 1.1, the consumer key. */
  client_id: string
  deployment_id: Generated<string>
  role: Generated<string>
  /** Null if it succeeded. */
  problem: string | null
  /** The name of the field that is missing or not valid. */
  field: Generated<string>
  created_at: number
}
