import {
  type InvitationList,
  type InvitationsMade,
  type Message,
  type NewInvitation,
  say,
  toMessageFields,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { lockOrganization } from '../../../platform/db/with-lock.ts'
import { AppError, badRequest, conflict, forbidden, notFound } from '../../../platform/errors.ts'
import { newToken } from '../../../platform/ids.ts'
import { type Language, languageOf } from '../../../platform/languages.ts'
import type { MailQueue } from '../../../platform/mail/mail-queue.ts'
import type { RateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { OrganizationRow } from '../../organizations/index.ts'
import { toHash } from '../account-tokens/account-tokens.ts'
import type { AccountMails } from '../mails/account-mails.ts'
import { userRepository } from '../user.repository.ts'
import {
  type InvitationRow,
  type InvitationWithSender,
  invitationRepository,
} from './invitation.repository.ts'
import { createInvitationRecords } from './invitation-records.ts'

export interface InvitationDeps {
  db: Db
  box: SecretBox
  mail: MailQueue
  mails: AccountMails
  /** E-mails to one person. */
  byEmail: RateLimit
}

const MAX_OPEN = 5000
const DAY_SECONDS = 86_400
/** Expired invitations stay in the list for a while, so that they can be sent again. */
const RETENTION_SECONDS = 30 * DAY_SECONDS

type Draft = Omit<NewInvitation, 'language'> & { language: Language }

/** Invitations of an organization. The caller has been checked to be an admin of it. */
export function createInvitations(deps: InvitationDeps) {
  return { ...creatingMethods(deps), ...managingMethods(deps) }
}

export type Invitations = ReturnType<typeof createInvitations>

function createSender({ mail, mails }: InvitationDeps) {
  /** Adds the e-mail of an invitation to the queue. Returns its id. */
  return (
    tx: Db,
    sender: string,
    organization: OrganizationRow,
    invitation: Pick<InvitationRow, 'role' | 'language' | 'valid_days'> & { email: string; code: string },
  ): Promise<string> =>
    mail.add(tx, {
      organizationId: organization.id,
      to: invitation.email,
      kind: 'invitation',
      content: mails.invitation(languageOf(invitation.language), {
        inviter: sender,
        organization: organization.name,
        role: invitation.role,
        code: invitation.code,
        days: invitation.valid_days,
      }),
    })
}

function creatingMethods(deps: InvitationDeps) {
  const { db, box, mail, byEmail } = deps
  const addMail = createSender(deps)
  const toRecords = createInvitationRecords(deps)

  async function insert(
    tx: Db,
    caller: UserCaller,
    organization: OrganizationRow,
    draft: Draft,
    email: string | null,
  ): Promise<number> {
    const code = newToken()
    const now = nowSeconds()
    const { role, language, valid_days } = draft
    const invitation = { role, language, valid_days }
    const mail_id =
      email !== null && draft.send
        ? await addMail(tx, caller.name, organization, { ...invitation, email, code })
        : null
    return invitationRepository.insert(tx, {
      ...invitation,
      organization_id: organization.id,
      code_hash: toHash(code),
      sealed_code: box.seal(code),
      email,
      // An invitation of one person needs no other limits.
      domains: JSON.stringify(email === null ? draft.domains : []),
      max_uses: email === null ? draft.max_uses : 1,
      mail_id,
      created_by: caller.userId,
      created_at: now,
      expires_at: now + valid_days * DAY_SECONDS,
    })
  }

  /** The addresses to invite, and why the others are not. */
  async function sort(addresses: readonly string[], send: boolean) {
    const takenEmails = await userRepository.takenEmails(db, addresses)
    const emails: string[] = []
    const skipped: InvitationsMade['skipped'] = []
    const skip = (email: string, reason: Message) =>
      skipped.push({ email, message: reason.text, ...toMessageFields(reason) })
    for (const email of new Set(addresses)) {
      if (takenEmails.has(email)) skip(email, say('invitations.has_account'))
      else if (send && (await byEmail.tryTake(email)) > 0) skip(email, say('account.too_many_mails'))
      else emails.push(email)
    }
    return { emails, skipped }
  }

  /** One invitation for each e-mail address, or one link. */
  async function create(
    caller: UserCaller,
    organization: OrganizationRow,
    draft: Draft,
  ): Promise<InvitationsMade> {
    requireRole(caller, organization, draft)
    const send = draft.send ?? mail.isConfigured
    if (send && draft.emails.length > 0 && !mail.isConfigured) throw conflict(say('account.mail_disabled'))
    const { emails, skipped } = await sort(draft.emails, send)
    const invited = draft.emails.length === 0 ? [null] : emails
    const ids = await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organization.id)
      await invitationRepository.deleteOf(
        tx,
        organization.id,
        invited.filter((email) => email !== null),
      )
      const open = await invitationRepository.countOpen(tx, organization.id, nowSeconds())
      if (open + invited.length > MAX_OPEN) throw conflict(say('invitations.too_many', { limit: MAX_OPEN }))
      const createdIds: number[] = []
      for (const email of invited)
        createdIds.push(await insert(tx, caller, organization, { ...draft, send }, email))
      return createdIds
    })
    mail.sendSoon()
    const rows = await invitationRepository.list(db, organization.id)
    return { invitations: await toRecords(rows.filter(({ id }) => ids.includes(id))), skipped }
  }

  return { create }
}

/** Invitations of admins name one person and need a session, not an API key. */
function requireRole(caller: UserCaller, organization: OrganizationRow, { role, emails }: Draft): void {
  if (role !== 'admin') return
  if (caller.credential !== 'session') throw forbidden(say('requests.session_required'))
  if (organization.is_system === 1) throw badRequest(say('invitations.admin_of_system'))
  if (emails.length === 0) throw badRequest(say('invitations.admin_by_link'))
}

function managingMethods(deps: InvitationDeps) {
  const { db, box, mail, byEmail } = deps
  const addMail = createSender(deps)
  const toRecords = createInvitationRecords(deps)

  async function get(organization: OrganizationRow, id: number): Promise<InvitationWithSender> {
    const row = await invitationRepository.find(db, organization.id, id)
    if (!row) throw notFound('Invitation')
    return row
  }

  return {
    list: async (organization: OrganizationRow): Promise<InvitationList> => ({
      mail_enabled: mail.isConfigured,
      invitations: await toRecords(await invitationRepository.list(db, organization.id)),
    }),

    /** Valid again for as long as at first. The e-mail is sent again if the server can send any; the link stays the same. */
    async renew(caller: UserCaller, organization: OrganizationRow, id: number) {
      const row = await get(organization, id)
      if (row.role === 'admin' && caller.credential !== 'session')
        throw forbidden(say('requests.session_required'))
      const { email } = row
      const isMailed = email !== null && mail.isConfigured
      if (isMailed && (await byEmail.tryTake(email)) > 0)
        throw new AppError('too_many_requests', say('account.too_many_mails'), { retryAfter: 3600 })
      await db.transaction().execute(async (tx) => {
        const expires_at = nowSeconds() + row.valid_days * DAY_SECONDS
        const mail_id = isMailed
          ? await addMail(tx, caller.name, organization, { ...row, email, code: box.open(row.sealed_code) })
          : row.mail_id
        await invitationRepository.update(tx, row.id, { expires_at, mail_id, created_by: caller.userId })
      })
      mail.sendSoon()
      const [record] = await toRecords([await get(organization, id)])
      return record
    },

    /** The link stops working immediately. */
    async revoke(organization: OrganizationRow, id: number): Promise<void> {
      if (!(await invitationRepository.delete(db, organization.id, id))) throw notFound('Invitation')
    },

    async removeOld(signal: AbortSignal): Promise<void> {
      const before = nowSeconds() - RETENTION_SECONDS
      await inBatches((limit) => invitationRepository.removeExpired(db, before, limit), signal)
    },
  }
}
