import {
  createAccountMails,
  createEmailConfirmations,
  createInvitationAcceptance,
  createInvitations,
  type UserService,
} from '../../../modules/users/index.ts'
import type { Language } from '../../../platform/languages.ts'
import type { MailQueue } from '../../../platform/mail/mail-queue.ts'
import { createRateLimit, type RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { ServiceDeps } from '../service-deps.ts'

export interface AccountLinkDeps extends Pick<ServiceDeps, 'config' | 'log' | 'database'> {
  mail: MailQueue
  attempts: RateLimit
}

/** Links that people get by e-mail or from an admin: to confirm an address and to reset a password. */
export function createAccountLinks({ config, log, database, mail, attempts }: AccountLinkDeps) {
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

export type AccountLinks = ReturnType<typeof createAccountLinks>

export function createInvitationServices(
  { recovery, welcome }: AccountLinks,
  { users, box }: { users: Pick<UserService, 'create'>; box: SecretBox },
) {
  const { db, mail, mails, attempts, byEmail } = recovery
  return {
    invitations: createInvitations({ db, box, mail, mails, byEmail }),
    invitationAcceptance: createInvitationAcceptance({ db, users, attempts, welcome }),
  }
}
