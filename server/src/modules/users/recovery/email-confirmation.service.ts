import { type Account, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { AppError, badRequest, conflict, notFound } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/languages.ts'
import { accountTokenRepository } from '../account-tokens/account-token.repository.ts'
import { findToken, issueToken, linkInvalid, spendToken } from '../account-tokens/account-tokens.ts'
import { isMadeUp, shownEmail } from '../made-up-email.ts'
import { verifyPassword } from '../sign-in/passwords.ts'
import { type UserAccount, userRepository } from '../user.repository.ts'
import { hasPassword, type RecoveryDeps } from './password-reset.service.ts'

const PURPOSES = ['confirm_email', 'change_email'] as const

/** People prove by a link that an e-mail address is theirs: the one they signed up with, or a new one. */
export function createEmailConfirmations(deps: RecoveryDeps) {
  return { ...sendingMethods(deps), ...confirmingMethods(deps), ...readingMethods(deps) }
}

export type EmailConfirmations = ReturnType<typeof createEmailConfirmations>

function sendingMethods({ db, mail, mails, byEmail, attempts }: RecoveryDeps) {
  /** To `email`, which is the account’s own address or a new one. */
  async function send(
    user: Pick<UserAccount, 'id' | 'email' | 'organization_id' | 'language'>,
    email: string,
    language: Language,
  ): Promise<void> {
    const isChange = email !== user.email
    await db.transaction().execute(async (tx) => {
      const { token, expiresAt } = await issueToken(tx, {
        user_id: user.id,
        purpose: isChange ? 'change_email' : 'confirm_email',
        email,
        delivery: 'mail',
      })
      await mail.add(tx, {
        organizationId: user.organization_id,
        to: email,
        kind: isChange ? 'change_email' : 'confirm_email',
        content: mails.confirm(user.language ?? language, token, isChange ? 'change' : 'confirm'),
        giveUpAt: expiresAt,
      })
    })
    mail.sendSoon()
  }

  async function requireSending(email: string): Promise<void> {
    if (!mail.isConfigured) throw conflict(say('account.mail_disabled_own'))
    if ((await byEmail.tryTake(email)) > 0)
      throw new AppError('too_many_requests', say('account.too_many_mails'), { retryAfter: 3600 })
  }

  return {
    /** After a sign-up. Without a mail server, an admin confirms the address. */
    async welcome(userId: number, language: Language): Promise<void> {
      if (!mail.isConfigured) return
      const user = await userRepository.findById(db, userId)
      if (user && (await byEmail.tryTake(user.email)) === 0) await send(user, user.email, language)
    },

    async requestConfirmation(caller: UserCaller, language: Language): Promise<void> {
      const user = await userRepository.findById(db, caller.userId)
      if (!user) throw notFound('User')
      if (user.email_confirmed_at !== null) return
      if (isMadeUp(user.email)) throw badRequest(say('users.email_unknown'))
      await requireSending(user.email)
      await send(user, user.email, language)
    },

    /** The address changes when the link in the e-mail is opened. Whether it is taken is not revealed before. */
    async requestChange(
      caller: UserCaller,
      { email, password }: { email: string; password: string },
      language: Language,
    ): Promise<void> {
      const attempt = `password:${caller.userId}`
      await attempts.requireFree(attempt)
      await attempts.fail(attempt)
      const user = await userRepository.findById(db, caller.userId)
      if (!user) throw notFound('User')
      if (!hasPassword(user)) throw conflict(say('account.no_password'))
      if (!(await verifyPassword(user.password_hash, password)))
        throw badRequest(say('users.current_password_wrong'))
      await attempts.forgive(attempt)
      if (email === user.email) throw badRequest(say('account.email_unchanged'))
      await requireSending(email)
      await send(user, email, language)
    },
  }
}

function confirmingMethods({ db, mail, mails, attempts }: RecoveryDeps) {
  /**
   * Returns the address that is confirmed now. Only for the person who asked: otherwise people could be talked into
   * confirming their address for the account of a stranger.
   */
  async function confirm(caller: UserCaller, token: string, language: Language): Promise<string> {
    const attempt = `link:${caller.userId}`
    await attempts.requireFree(attempt)
    if ((await findToken(db, token, PURPOSES))?.user_id !== caller.userId) {
      await attempts.fail(attempt)
      throw linkInvalid()
    }
    try {
      return await db.transaction().execute(async (tx) => {
        const { user_id, email, purpose } = await spendToken(tx, token, PURPOSES)
        const user = await userRepository.lock(tx, user_id)
        if (!user || (purpose === 'confirm_email' && user.email !== email)) throw linkInvalid()
        const now = nowSeconds()
        await userRepository.update(tx, user.id, { email, email_confirmed_at: now, updated_at: now })
        if (email === user.email) return email
        // Links to the old mailbox must not open the account any more.
        await accountTokenRepository.deleteAllOf(tx, user.id, ['reset_password'])
        await mail.add(tx, {
          organizationId: user.organization_id,
          to: user.email,
          kind: 'email_changed',
          content: mails.emailChanged(user.language ?? language),
        })
        return email
      })
    } catch (error) {
      // The reader has proved that the mailbox is theirs, so they may know that it has an account.
      if (isUniqueViolation(error)) throw conflict(say('invitations.has_account'))
      throw error
    } finally {
      mail.sendSoon()
    }
  }

  return { confirm }
}

const readingMethods = ({ db, mail }: RecoveryDeps) => ({
  async accountOf(caller: UserCaller): Promise<Account> {
    const user = await userRepository.findById(db, caller.userId)
    if (!user) throw notFound('User')
    return {
      email: shownEmail(user.email),
      email_confirmed: user.email_confirmed_at !== null && !isMadeUp(user.email),
      mail_enabled: mail.isConfigured,
    }
  },

  /** Tokens that have expired. */
  async removeOld(signal: AbortSignal): Promise<void> {
    const now = nowSeconds()
    await inBatches((limit) => accountTokenRepository.removeExpired(db, now, limit), signal)
  },
})
