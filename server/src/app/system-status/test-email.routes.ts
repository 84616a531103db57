import { say, testEmailResultSchema, testEmailSchema } from '@bellwether/wire'
import { type AccountMails, mailLanguage } from '../../modules/users/index.ts'
import { conflict } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'

export interface TestEmailDeps {
  mail: Pick<MailQueue, 'isConfigured' | 'sendNow'>
  mails: Pick<AccountMails, 'test'>
}

export const createTestEmailRoutes = ({ mail, mails }: TestEmailDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/system/test-email',
    tag: 'System',
    summary: 'Send a test e-mail',
    description:
      'Sends an e-mail to your own address right away. The response says whether the mail server accepted it and, if not, why.',
    access: 'system-admin',
    body: testEmailSchema,
    bodyOptional: true,
    answer: testEmailResultSchema,
    async handle({ caller, body, exchange }) {
      if (!mail.isConfigured) throw conflict(say('account.no_mail_server'))
      const fault = await mail.sendNow(caller.email, mails.test(mailLanguage(exchange, body?.language)))
      return {
        sent: fault === undefined,
        to: caller.email,
        error: fault?.reason ?? null,
        status: fault?.status ?? null,
      }
    },
  }),
]
