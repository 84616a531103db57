/**
 * The authenticated user. Created in one place (modules/users/authenticate.ts), from the database and never from a
 * token's claims.
 */
export interface UserCaller {
  kind: 'user'
  userId: number
  email: string
  /** The e-mail address, once confirmed by someone else. Access by e-mail address uses only this one. */
  confirmedEmail?: string | undefined
  name: string
  userType: 'creator' | 'end_user'
  systemAdmin: boolean
  organizationId: number
  organizationRole: 'owner' | 'admin' | 'member'
  credential: 'session' | 'api_key'
  /** The personal key that was used. */
  keyId?: string | undefined
  /** A personal key may be limited to some assistants; null means all that its owner may use. */
  onlyAssistants: readonly number[] | null
  /** The class link of a guest. A guest may only chat with the link's assistant; `authenticate` refuses the rest. */
  guestOfLink?: number | undefined
  /** Whether `x-openwebui-user-*` headers of this caller are trusted. */
  trustedForwarder: boolean
  /** The request was sent by a tool or a provider of this same server. */
  isLoopback?: boolean
}

/**
 * A client with the operator's system key (LAMB_BEARER_TOKEN), such as Open WebUI: may use published assistants and
 * forwards its users' names.
 */
export interface SystemCaller {
  kind: 'system'
  trustedForwarder: true
  isLoopback?: boolean
}

export type Caller = UserCaller | SystemCaller

export const isGuest = (caller: Caller): boolean => caller.kind === 'user' && caller.guestOfLink !== undefined

/** Students and guests: people who only chat. They don't see costs, providers or models. */
export const isStudent = (caller: Caller): boolean =>
  caller.kind === 'user' &&
  caller.userType === 'end_user' &&
  !caller.systemAdmin &&
  !isOrganizationAdmin(caller)

export const isOrganizationAdmin = (caller: UserCaller): boolean =>
  caller.organizationRole === 'owner' || caller.organizationRole === 'admin'
