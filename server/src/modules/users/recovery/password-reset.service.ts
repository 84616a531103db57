import { say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError, conflict } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/languages.ts'
import type { Log } from '../../../platform/log.ts'
import type { MailQueue } from '../../../platform/mail/mail-queue.ts'
import type { RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import type { OrganizationRow } from '../../organizations/index.ts'
import { findToken, issueToken, linkInvalid, spendToken } from '../account-tokens/account-tokens.ts'
import { externalIdentityRepository } from '../external-identities/external-identity.repository.ts'
import type { AccountMails } from '../mails/account-mails.ts'
import { hashPassword, requireValidPassword } from '../sign-in/passwords.ts'
import { toNetwork } from '../sign-in/sign-in-guard.ts'
import { storePassword } from '../sign-in/store-password.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'
import type { UserAdminService } from '../user-admin.service.ts'

export interface RecoveryDeps {
  db: Db
  log: Log
  mail: MailQueue
  mails: AccountMails
  /** Requests for e-mails from one address. */
  byAddress: RateLimit
  /** E-mails to one person. */
  byEmail: RateLimit
  /** Links that are not valid, from one address. */
  attempts: RateLimit
}

export interface PasswordResetDeps extends RecoveryDeps {
  userAdmin: Pick<UserAdminService, 'get'>
}

/** Accounts of single sign-on and of learning platforms have no password, unless an admin has set one. */
export const hasPassword = (user: UserAccount): boolean =>
  user.password_hash !== null || user.auth_provider === 'password'

/** Whether the person could sign in with a new password. */
const maySignIn = (user: UserAccount): boolean =>
  user.enabled === 1 && (user.organization_status !== 'suspended' || user.role === 'admin')

/** Counts a request for an e-mail. The limit does not depend on whether there is an account. */
async function requireFewMails(byAddress: RateLimit, clientIp: string): Promise<void> {
  const retryAfter = await byAddress.tryTake(toNetwork(clientIp))
  if (retryAfter > 0)
    throw new AppError('too_many_requests', say('requests.too_many_attempts'), { retryAfter })
}

/** Forgotten passwords: a link by e-mail, or one that an admin shares. */
export function createPasswordResets(deps: PasswordResetDeps) {
  const background = createBackground(deps.log)
  return {
    ...requestMethods(deps, background),
    ...resetMethods(deps),
    /** For the end of the process: requests that were answered, but not yet handled. */
    settle: background.settle,
  }
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

/** Work that continues after the response. */
function createBackground(log: Log) {
  const running = new Set<Promise<void>>()
  return {
    run(work: () => Promise<void>): void {
      const task = work()
        .catch((error: unknown) => log.error({ err: error }, 'failed to prepare a password reset'))
        .finally(() => running.delete(task))
      running.add(task)
    },
    async settle(): Promise<void> {
      await Promise.all(running)
    },
  }
}

function requestMethods(deps: PasswordResetDeps, background: ReturnType<typeof createBackground>) {
  const { db, mail, mails, byAddress, byEmail, userAdmin } = deps

  async function sendReset(user: UserAccount, language: Language): Promise<number> {
    const sent = await db.transaction().execute(async (tx) => {
      const { token, expiresAt } = await issueToken(tx, {
        user_id: user.id,
        purpose: 'reset_password',
        email: user.email,
        delivery: 'mail',
      })
      await mail.add(tx, {
        organizationId: user.organization_id,
        to: user.email,
        kind: 'reset_password',
        content: mails.reset(user.language ?? language, token),
        giveUpAt: expiresAt,
      })
      return expiresAt
    })
    mail.sendSoon()
    return sent
  }

  async function sendHelp(user: UserAccount, language: Language): Promise<void> {
    await mail.add(db, {
      organizationId: user.organization_id,
      to: user.email,
      kind: 'sign_in_help',
      content: mails.howToSignIn(user.language ?? language, user.auth_provider),
    })
    mail.sendSoon()
  }

  /**
   * Whether the account exists is only looked up once the response was sent (`answered`), so that neither its text nor
   * its time tells. Too many e-mails to one person are dropped silently, for the same reason.
   */
  async function request(
    { email, language, clientIp }: { email: string; language: Language; clientIp: string },
    answered: Promise<void>,
  ): Promise<void> {
    await requireFewMails(byAddress, clientIp)
    const isAllowed = (await byEmail.tryTake(email)) === 0
    if (!mail.isConfigured || !isAllowed) return
    background.run(async () => {
      await answered
      const user = await userRepository.findByEmail(db, email)
      if (!user || !maySignIn(user)) return
      if (hasPassword(user)) await sendReset(user, language)
      else await sendHelp(user, language)
    })
  }

  /** A link for a member, for admins who may also set the password. */
  async function createLink(
    caller: UserCaller,
    organization: OrganizationRow,
    userId: number,
    { send, language }: { send: boolean; language: Language },
  ): Promise<{ url: string | null; expires_at: number }> {
    const user = await userAdmin.get(caller, organization, userId)
    if (!hasPassword(user)) throw conflict(say('account.no_password'))
    if (send) {
      if (!mail.isConfigured) throw conflict(say('account.mail_disabled'))
      if ((await byEmail.tryTake(user.email)) > 0)
        throw new AppError('too_many_requests', say('account.too_many_mails'), { retryAfter: 3600 })
      return { url: null, expires_at: await sendReset(user, language) }
    }
    const { token, expiresAt } = await issueToken(db, {
      user_id: user.id,
      purpose: 'reset_password',
      email: user.email,
      delivery: 'admin',
    })
    return { url: mails.links.reset(token), expires_at: expiresAt }
  }

  return { request, createLink }
}

function resetMethods({ db, mail, mails, attempts }: PasswordResetDeps) {
  /** Sets the password and ends all sessions. Returns the e-mail address, to sign in with. */
  async function reset(
    request: { token: string; password: string; revokeApiKeys: boolean },
    language: Language,
    clientIp: string,
  ): Promise<string> {
    requireValidPassword(request.password)
    const attempt = `link:${toNetwork(clientIp)}`
    await attempts.requireFree(attempt)
    if (!(await findToken(db, request.token, ['reset_password']))) {
      await attempts.fail(attempt)
      throw linkInvalid()
    }
    const hash = await hashPassword(request.password)
    const email = await db.transaction().execute(async (tx) => {
      const token = await spendToken(tx, request.token, ['reset_password'])
      const user = await userRepository.lock(tx, token.user_id)
      // The account was changed since the link was made.
      if (!user || user.email !== token.email || !maySignIn(user)) throw linkInvalid()
      const isFirstProof = token.delivery === 'mail' && user.email_confirmed_at === null
      // Until now, a stranger may have had the account under this person’s address.
      await storePassword(tx, user.id, hash, { revokeApiKeys: request.revokeApiKeys || isFirstProof })
      if (isFirstProof) {
        await userRepository.update(tx, user.id, { email_confirmed_at: nowSeconds() })
        await externalIdentityRepository.deleteAllOf(tx, user.id)
      }
      if (mail.isConfigured)
        await mail.add(tx, {
          organizationId: user.organization_id,
          to: user.email,
          kind: 'password_changed',
          content: mails.passwordChanged(user.language ?? language),
        })
      return user.email
    })
    mail.sendSoon()
    return email
  }

  return { reset }
}
