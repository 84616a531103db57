import type { Language } from '@bellwether/wire'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface OrganizationTable {
  id: Generated<number>
  slug: string
  name: string
  is_system: Generated<Flag>
  status: Generated<'active' | 'suspended' | 'trial'>
  /** LAMB's configuration JSON; each secret in it is encrypted. */
  config: string
  /** Incremented on every change; the key of caches. */
  version: Generated<number>
  created_at: number
  updated_at: number
}

export interface UserTable {
  id: Generated<number>
  organization_id: number
  /** Lower case; unique across organizations. */
  email: string
  name: string
  user_type: Generated<'creator' | 'end_user'>
  /** `admin` means system admin. */
  role: Generated<'user' | 'admin'>
  user_config: Generated<string>
  enabled: Generated<Flag>
  auth_provider: Generated<string>
  lti_user_id: string | null
  password_hash: string | null
  /** Session tokens with another version are invalid. */
  session_version: Generated<number>
  /** When the e-mail address was confirmed; null if it was not, and then it gives no access to anything. */
  email_confirmed_at: number | null
  /** The class link through which a guest came; null for people with an account. */
  guest_link_id: number | null
  /** Of pages and e-mails; null if they have not chosen one. */
  language: Generated<Language | null>
  created_at: number
  updated_at: number
}

export interface OrganizationRoleTable {
  organization_id: number
  user_id: number
  role: 'owner' | 'admin' | 'member'
  created_at: number
  updated_at: number
}

export interface ApiKeyTable {
  id: Generated<number>
  user_id: number
  name: string
  /** SHA-256 in hex. The key itself is shown once and not stored. */
  key_hash: string
  /** The first characters, so that its owner can tell keys apart. */
  key_start: string
  /** JSON list of assistant ids; null for every assistant that its owner may use. */
  assistant_ids: string | null
  trusted_forwarder: Generated<Flag>
  expires_at: number | null
  last_used_at: number | null
  revoked_at: number | null
  created_at: number
}

/** One signed-in browser. */
export interface BrowserSessionTable {
  id: string
  user_id: number
  /** The user's `session_version` at sign-in. The session ends when the user's version changes. */
  session_version: number
  created_at: number
  /** Extended with every refresh. */
  expires_at: number
  /** When the provider's own session ends, if it says so. */
  ends_at: number | null
  /** The sign-in provider that started the session; null for passwords. See `external_identities.provider`. */
  provider: string | null
  /** The provider's own id of the session (`sid`), with which it can end it. */
  provider_session: string | null
  /** Sent to the provider on sign-out: OpenID Connect's ID token, or the name ID of SAML as JSON. */
  sealed_id_token: string | null
  /** SAML: SHA-256 of the name ID, which logout requests of the identity provider contain. */
  name_id_hash: string | null
}

/** An account that a person has with a sign-in provider or an LMS. */
export interface ExternalIdentityTable {
  /** Everything that makes the subject unique, such as the provider's id and its issuer. */
  provider: string
  subject: string
  user_id: number
  created_at: number
}

/** A sign-in provider of an organization. */
export interface SignInProviderTable {
  /** Part of the redirect URI. */
  id: string
  organization_id: number
  kind: 'oidc' | 'saml'
  name: string
  /** OpenID Connect: the issuer. SAML: the entity id of the identity provider. */
  issuer: string
  client_id: string
  /** OpenID Connect: the client secret. SAML: our private key. */
  sealed_secret: string | null
  /** JSON: other settings, which depend on the kind. */
  settings: Generated<string>
  /** JSON list of rules. */
  rules: Generated<string>
  enabled: Generated<Flag>
  created_by: number | null
  created_at: number
  updated_at: number
}

export interface SignInSettingsTable {
  organization_id: number
  /** Members sign in with a provider only; system admins are exempt. */
  password_hidden: Generated<Flag>
}

/** A sign-in that has been sent to the provider. Deleted when the browser returns. */
export interface SignInFlowTable {
  /** SHA-256 in hex. */
  state_hash: string
  provider_id: string
  /** SHA-256 of the cookie of the browser that started it. */
  browser_hash: string
  sealed_data: string
  expires_at: number
}

/** The latest failure of each reason, for the admins of the provider. Nothing about the person. */
export interface SignInFailureTable {
  provider_id: string
  during: 'sign_in' | 'sign_out'
  reason: string
  seconds: number | null
  /** Id of the request, which is also in the log. */
  reference: string
  failed_at: number
}

/** Messages that may be used once, such as logout tokens. */
export interface UsedMessageTable {
  id_hash: string
  expires_at: number
}

export interface RefreshTokenTable {
  /** SHA-256 in hex. */
  token_hash: string
  session_id: string
  created_at: number
  /** When it was replaced with a newer one; null if it is still valid. */
  replaced_at: number | null
}

export interface BulkImportLogTable {
  id: Generated<number>
  organization_id: number
  admin_id: number
  operation: 'user_creation' | 'user_activation' | 'user_deactivation'
  total_count: number
  success_count: number
  failure_count: number
  details: string
  created_at: number
}

/** The table that rate-limiter-flexible requires on PostgreSQL. */
export interface RateLimitTable {
  key: string
  points: number
  expire: number | null
}

/** An address that a person has signed in from. */
export interface SignInAddressTable {
  user_id: number
  /** A keyed hash: the addresses themselves are not stored. */
  address_hash: string
  last_used_at: number
}

/** An e-mail to send, or a record of one that was sent. */
export interface MailTable {
  id: string
  /** The organization of the recipient, whose admins see the state of the e-mail. */
  organization_id: number
  recipient: string
  /** Such as `invitation`. */
  kind: string
  /** Subject and texts, encrypted because links contain tokens; null once the e-mail was sent or given up. */
  content: string | null
  state: Generated<'waiting' | 'sent' | 'failed'>
  attempts: Generated<number>
  /** When it may be tried next. An attempt moves it first, so that no other instance takes the same e-mail. */
  next_at: number
  give_up_at: number
  /** Why the last attempt failed. */
  error: string | null
  created_at: number
  ended_at: number | null
}

/** A link for one person and one purpose, usable once. */
export interface AccountTokenTable {
  /** SHA-256 in hex. */
  token_hash: string
  user_id: number
  purpose: 'reset_password' | 'confirm_email' | 'change_email'
  /** The address that the link was made for. It is void once the person has another one. */
  email: string
  /** Using a link that was mailed proves that the address is the person’s; one that an admin handed over does not. */
  delivery: 'mail' | 'admin'
  created_at: number
  expires_at: number
}

/** An invitation to create an account in an organization. */
export interface InvitationTable {
  id: Generated<number>
  organization_id: number
  /** SHA-256 in hex, for finding it. */
  code_hash: string
  /** Encrypted, so that admins can copy the link again. */
  sealed_code: string
  /** For one person; null for a link that several people can use. */
  email: string | null
  role: 'student' | 'educator' | 'admin'
  /** JSON list of the domains that e-mail addresses must have; empty for any. */
  domains: Generated<string>
  max_uses: number | null
  uses: Generated<number>
  /** The language of its e-mail. */
  language: string
  /** How long it is valid when it is created or sent again. */
  valid_days: number
  /** Its latest e-mail. */
  mail_id: string | null
  created_by: number | null
  created_at: number
  expires_at: number
}

/** A link to one published assistant, for a class. */
export interface ClassLinkTable {
  id: Generated<number>
  assistant_id: number
  /** In lower case, without hyphens. */
  code: string
  kind: 'organization' | 'anyone' | 'passphrase'
  /** Argon2id. */
  passphrase_hash: string | null
  starts_at: number | null
  ends_at: number | null
  paused: Generated<Flag>
  /** JSON list of the sites that may embed the chat. */
  sites: Generated<string>
  /** Deleted links can be restored for a day. */
  deleted_at: number | null
  created_by: number | null
  created_at: number
  updated_at: number
}
