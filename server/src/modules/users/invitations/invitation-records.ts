import { type Invitation, invitationSchema, mailStateSchema } from '@bellwether/wire'
import * as z from 'zod'
import { nowSeconds } from '../../../platform/clock.ts'
import type { MailQueue } from '../../../platform/mail/mail-queue.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { AccountMails } from '../mails/account-mails.ts'
import type { InvitationRow, InvitationWithSender } from './invitation.repository.ts'

type MailRow = Awaited<ReturnType<MailQueue['listByIds']>>[number]

const domainList = z.array(z.string())
export const domainsOf = ({ domains }: Pick<InvitationRow, 'domains'>): string[] =>
  domainList.parse(JSON.parse(domains))

/** The state of an e-mail as admins see it. */
export const toMailState = ({ state, error, attempts, next_at }: MailRow) =>
  mailStateSchema.parse({ state, error, attempts, next_at: state === 'waiting' ? next_at : null })

/** How an admin sees invitations. */
export function createInvitationRecords(deps: {
  mail: Pick<MailQueue, 'listByIds'>
  mails: Pick<AccountMails, 'links'>
  box: SecretBox
}) {
  return async (rows: readonly InvitationWithSender[]): Promise<Invitation[]> => {
    const ids = rows.flatMap(({ mail_id }) => (mail_id === null ? [] : [mail_id]))
    const sent = new Map((await deps.mail.listByIds(ids)).map((mail) => [mail.id, mail]))
    const now = nowSeconds()
    return rows.map((row) => {
      const mail = row.mail_id === null ? undefined : sent.get(row.mail_id)
      return invitationSchema.parse({
        id: row.id,
        email: row.email,
        role: row.role,
        url: deps.mails.links.invite(deps.box.open(row.sealed_code)),
        domains: domainsOf(row),
        max_uses: row.max_uses,
        uses: row.uses,
        invited_by: row.sender,
        created_at: row.created_at,
        expires_at: row.expires_at,
        expired: row.expires_at <= now,
        mail: mail ? toMailState(mail) : null,
      })
    })
  }
}
