/** Who is asking. Made in one place (modules/users/authenticate.ts), from the database and never from a token's claims. */
export interface UserCaller {
  kind: 'user'
  userId: number
  email: string
  /** The same, once verified by someone else. Access by e-mail address uses this one only. */
  confirmedEmail?: string | undefined
  name: string
  userType: 'creator' | 'end_user'
  systemAdmin: boolean
  organizationId: number
  organizationRole: 'owner' | 'admin' | 'member'
  credential: 'session' | 'api_key'
  /** Which personal key was used. */
  keyId?: string | undefined
  /** A personal key may be limited to some assistants; null = all that its owner may use. */
  onlyAssistants: readonly number[] | null
  /** Whether `x-openwebui-user-*` headers of this caller are believed. */
  trustedForwarder: boolean
  /** A tool or a provider of an assistant here is set to this very server. */
  isLoopback?: boolean
}

/** The operator's own client (LAMB_BEARER_TOKEN), such as Open WebUI: may use what is published, and forwards its users' names. */
export interface SystemCaller {
  kind: 'system'
  trustedForwarder: true
  isLoopback?: boolean
}

export type Caller = UserCaller | SystemCaller

export const isOrganizationAdmin = (caller: UserCaller): boolean =>
  caller.organizationRole === 'owner' || caller.organizationRole === 'admin'
