import { requireUsable } from '../../../modules/assistants/index.ts'
import { createLti } from '../../../modules/lti/index.ts'
import { createOrganizationService, createOrganizationStats } from '../../../modules/organizations/index.ts'
import { createProviderLookup, readEnvironmentProvider } from '../../../modules/single-sign-on/index.ts'
import {
  createAccessWatch,
  createAccountMails,
  createApiKeyService,
  createAuthenticate,
  createBrowserSessions,
  createBulkImportService,
  createEmailConfirmations,
  createInvitationAcceptance,
  createInvitations,
  createKeyUse,
  createMembershipService,
  createSessions,
  createSignInGuard,
  createStartSession,
  createUserService,
  type UserService,
} from '../../../modules/users/index.ts'
import type { Language } from '../../../platform/languages.ts'
import type { MailQueue } from '../../../platform/mail/mail-queue.ts'
import type { Notifications } from '../../../platform/notifications/notifications.ts'
import { createRateLimit, type RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { ServiceDeps } from '../service-deps.ts'

const DAY_SECONDS = 86_400

interface PeopleParts {
  box: SecretBox
  via: string
  mail: MailQueue
  notifications: Notifications
}

/** Organizations, their people, and how these prove who they are. */
export function createPeople({
  config,
  log,
  database,
  secrets,
  box,
  via,
  mail,
  notifications,
}: Omit<ServiceDeps, 'plugins'> & PeopleParts) {
  const { db, pool } = database
  // Per IP address, which a whole school may share.
  const attempts = createRateLimit(
    { name: 'attempt', failures: 100, windowSeconds: 900, blockSeconds: 300 },
    pool,
  )
  const accountLinks = createAccountLinks({ config, log, database, mail, attempts })
  const sessions = createSessions(secrets.signing, {
    access: config.SESSION_ACCESS_MINUTES * 60,
    lamb: config.LAMB_SESSION_DAYS * DAY_SECONDS,
  })
  const browserSessions = createBrowserSessions({
    db,
    sessions,
    lifetimes: { idle: config.SESSION_IDLE_DAYS * DAY_SECONDS, max: config.SESSION_MAX_DAYS * DAY_SECONDS },
    onReuse: ({ userId }) => log.warn({ user: userId }, 'refresh token reused; browser session ended'),
  })
  const accessWatch = createAccessWatch({ db, log, notifications })
  const organizations = createOrganizationService({
    db,
    box,
    log,
    systemSignupKey: config.SIGNUP_SECRET_KEY,
    tellOfChange: (organization) => accessWatch.tellOfChange({ organization }),
  })
  const providerLookup = createProviderLookup({ db, box, environment: readEnvironmentProvider(config) })
  const users = createUserService({
    db,
    sessions,
    organizations,
    signIns: createSignInGuard({
      db,
      byPair: createRateLimit({ name: 'sign-in', failures: 10, windowSeconds: 900, blockSeconds: 300 }, pool),
      byAddress: createRateLimit(
        {
          name: 'sign-in-address',
          failures: config.SIGN_IN_FAILURES_PER_ADDRESS,
          windowSeconds: 900,
          blockSeconds: 300,
        },
        pool,
      ),
      byEmail: createRateLimit(
        { name: 'sign-in-email', failures: 100, windowSeconds: 3600, blockSeconds: 900 },
        pool,
      ),
      hashAddress: (address) => box.sign(`sign-in address ${address}`),
    }),
    attempts,
    signup: { enabled: config.SIGNUP_ENABLED, key: config.SIGNUP_SECRET_KEY, role: config.SIGNUP_ROLE },
    welcome: accountLinks.welcome,
    isPasswordHidden: providerLookup.isPasswordHidden,
  })
  const membership = createMembershipService({ db, box, config, organizations })
  const bulkImport = createBulkImportService(db)
  const stats = createOrganizationStats(db)
  const keyUse = createKeyUse(db, (error) =>
    log.warn({ err: error }, 'failed to save when API keys were last used'),
  )
  const authenticate = createAuthenticate({
    db,
    sessions,
    systemKey: config.LAMB_BEARER_TOKEN,
    guessing: createRateLimit(
      { name: 'credential', failures: 30, windowSeconds: 60, blockSeconds: 60 },
      pool,
    ),
    keyUse,
    via,
  })
  const apiKeys = createApiKeyService({ db, requireUsable: (caller, ids) => requireUsable(db, caller, ids) })
  return {
    lti: createLtiAccess({ config, box, database }),
    sessions,
    organizations,
    users,
    accountLinks,
    emailConfirmations: accountLinks.emailConfirmations,
    ...createInvitationServices(accountLinks, { users, box }),
    browserSessions,
    providerLookup,
    startSession: createStartSession({ browserSessions, publicUrl: config.publicUrl }),
    membership,
    bulkImport,
    stats,
    keyUse,
    authenticate,
    accessWatch,
    apiKeys,
  }
}

const createLtiAccess = ({
  config,
  box,
  database: { db },
}: Pick<ServiceDeps, 'config' | 'database'> & Pick<PeopleParts, 'box'>) =>
  createLti({
    db,
    box,
    environment: {
      consumerKey: config.LTI_GLOBAL_CONSUMER_KEY,
      secret: config.LTI_GLOBAL_SECRET ?? config.LTI_SECRET,
    },
    assistantSecret: config.LTI_SECRET,
  })

export type People = ReturnType<typeof createPeople>

interface AccountLinkDeps extends Pick<ServiceDeps, 'config' | 'log' | 'database'> {
  mail: MailQueue
  attempts: RateLimit
}

/** Links that people get by e-mail or from an admin: to confirm an address and to reset a password. */
function createAccountLinks({ config, log, database, mail, attempts }: AccountLinkDeps) {
  const { db, pool } = database
  const mails = createAccountMails(config.publicUrl)
  const recovery = {
    db,
    log,
    mail,
    mails,
    attempts,
    // Per IP address, which a whole school may share.
    byAddress: createRateLimit(
      { name: 'mail-address', failures: 100, windowSeconds: 900, blockSeconds: 0 },
      pool,
    ),
    byEmail: createRateLimit({ name: 'mail-email', failures: 5, windowSeconds: 3600, blockSeconds: 0 }, pool),
  }
  const emailConfirmations = createEmailConfirmations(recovery)
  return {
    recovery,
    emailConfirmations,
    /** The account exists already when this fails; an admin can still confirm the address. */
    welcome: (userId: number, language: Language): Promise<void> =>
      emailConfirmations
        .welcome(userId, language)
        .catch((error: unknown) => log.warn({ err: error }, 'failed to prepare a confirmation e-mail')),
  }
}

type AccountLinks = ReturnType<typeof createAccountLinks>

function createInvitationServices(
  { recovery, welcome }: AccountLinks,
  { users, box }: { users: Pick<UserService, 'create'>; box: SecretBox },
) {
  const { db, mail, mails, attempts, byEmail } = recovery
  return {
    invitations: createInvitations({ db, box, mail, mails, byEmail }),
    invitationAcceptance: createInvitationAcceptance({ db, users, attempts, welcome }),
  }
}
