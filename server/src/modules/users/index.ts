export { createAccountRoutes } from './account.routes.ts'
export { createApiKeyRoutes } from './api-keys/api-key.routes.ts'
export { type ApiKeyService, createApiKeyService, createKeyUse } from './api-keys/api-key.service.ts'
export { API_KEY_START, type KeyUse } from './api-keys/api-key.ts'
export { createBrowserSessionRoutes } from './browser-sessions/browser-session.routes.ts'
export {
  type BrowserSessions,
  createBrowserSessions,
  type OpenSession,
  type ProviderSession,
} from './browser-sessions/browser-session.service.ts'
export { requireOwnPage, toSessionCookie } from './browser-sessions/session-cookie.ts'
export { createStartSession, type StartSession } from './browser-sessions/start-session.ts'
export { createBulkImportRoutes, toImportTemplate } from './bulk-import/bulk-import.routes.ts'
export { type BulkImportService, createBulkImportService } from './bulk-import/bulk-import.service.ts'
export { readImportBytes, readImportFile, readImportJson } from './bulk-import/bulk-import.ts'
export {
  createExternalIdentities,
  type ExternalIdentities,
  type ExternalIdentity,
} from './external-identities/external-identity.service.ts'
export {
  type LinkFacts,
  type LinkState,
  refusalOf,
  requireOpenForGuests,
  stateOf,
} from './guests/guest-link.ts'
export { createHandOverRoutes } from './hand-over/hand-over.routes.ts'
export {
  createHandOverService,
  type HandOverDeps,
  type HandOverService,
} from './hand-over/hand-over.service.ts'
export { createInvitationAcceptance, type InvitationAcceptance } from './invitations/accept-invitation.ts'
export { createInvitationRoutes } from './invitations/invitation.routes.ts'
export { createInvitations, type Invitations } from './invitations/invitation.service.ts'
export { type AccountMails, createAccountMails } from './mails/account-mails.ts'
export { createMemberRoutes } from './memberships/member.routes.ts'
export {
  createMembershipService,
  type MembershipDeps,
  type MembershipService,
} from './memberships/membership.service.ts'
export { createMigrationService, type MigrationService } from './memberships/migration.service.ts'
export { createUserRoutes } from './memberships/user.routes.ts'
export { forgetLateRecords, forgetPerson, GUEST_UPLOADS } from './personal-data/forget-person.repository.ts'
export { createPersonalDataRoutes } from './personal-data/personal-data.routes.ts'
export { createPersonalData, type PersonalData } from './personal-data/personal-data.service.ts'
export { type ProfileDeps, toProfile } from './profile.ts'
export { createEmailConfirmations } from './recovery/email-confirmation.service.ts'
export { createPasswordResets } from './recovery/password-reset.service.ts'
export { createRecoveryRoutes, mailLanguage } from './recovery/recovery.routes.ts'
export { createAccessWatch } from './sign-in/access-watch.ts'
export { createAuthenticate, toCaller } from './sign-in/authenticate.ts'
export { type CallerOf, createCallerOf } from './sign-in/caller-of.ts'
export { createOAuthBearer, type OAuthBearer } from './sign-in/oauth-bearer.ts'
export { hashPassword, useCheapPasswordHashes, verifyPassword } from './sign-in/passwords.ts'
export { createSessions, GUEST_SECONDS, type Sessions } from './sign-in/sessions.ts'
export { createSignInGuard, type SignInGuard, toNetwork } from './sign-in/sign-in-guard.ts'
export {
  type OrganizationRole,
  type UserAccount,
  type UserRow,
  userRepository,
} from './user.repository.ts'
export { createUserService, type NewUser, type UserService } from './user.service.ts'
export {
  type AdminScope,
  createUserAdminService,
  type UserAdminDeps,
  type UserAdminService,
} from './user-admin.service.ts'
export { toIdentity, toMemberRecord, toUserRecord } from './user-records.ts'
