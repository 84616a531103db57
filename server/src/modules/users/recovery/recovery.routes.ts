import {
  accountSchema,
  confirmationRequestSchema,
  confirmEmailSchema,
  emailChangeSchema,
  emailConfirmedAnswerSchema,
  forgotPasswordAnswerSchema,
  forgotPasswordSchema,
  idSchema,
  newResetLinkSchema,
  passwordResetDoneSchema,
  resetLinkSchema,
  resetPasswordSchema,
  say,
  slugParamSchema,
} from '@bellwether/wire'
import { type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { type Language, languageOf } from '../../../platform/languages.ts'
import { type OrganizationService, toSlug } from '../../organizations/index.ts'
import type { EmailConfirmations } from './email-confirmation.service.ts'
import type { PasswordResets } from './password-reset.service.ts'

export interface RecoveryRouteDeps {
  organizations: Pick<OrganizationService, 'getFor'>
  passwordResets: PasswordResets
  emailConfirmations: EmailConfirmations
}

const tag = 'Account'
const bodyLimit = 16 * 1024
const NOT_CACHED = { 'cache-control': 'no-store' }

/** The language of an e-mail: the one that was asked for, or the browser’s. */
export const mailLanguage = (exchange: Exchange, requested?: Language): Language =>
  requested ?? languageOf(exchange.header('accept-language'))

export const createRecoveryRoutes = (deps: RecoveryRouteDeps): Endpoint[] => [
  ...passwordRoutes(deps),
  ...emailRoutes(deps),
]

const passwordRoutes = ({ organizations, passwordResets }: RecoveryRouteDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    tag,
    summary: 'Request a password reset',
    description:
      'E-mails a link to reset the password. The response is the same whether or not there is an account with this address. Accounts without a password get an e-mail that explains how to sign in.',
    access: 'public',
    bodyLimit,
    body: forgotPasswordSchema,
    answer: forgotPasswordAnswerSchema,
    status: 202,
    async handle({ body: { email, language }, exchange }) {
      const answered = new Promise<void>((resolve) => exchange.outgoing.once('close', resolve))
      const request = { email, language: mailLanguage(exchange, language), clientIp: exchange.clientIp }
      await passwordResets.request(request, answered)
      return { message: say('account.reset_requested').text }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    tag,
    summary: 'Reset a password',
    description:
      'Sets a new password with the token of a reset link, which is valid for one hour and works once. Ends all sessions.',
    access: 'public',
    bodyLimit,
    body: resetPasswordSchema,
    answer: passwordResetDoneSchema,
    async handle({ body: { token, password, revoke_api_keys: revokeApiKeys }, exchange }) {
      const request = { token, password, revokeApiKeys }
      const email = await passwordResets.reset(request, mailLanguage(exchange), exchange.clientIp)
      return new Reply({ email }, NOT_CACHED)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/organizations/{slug}/members/{id}/password-reset',
    audited: true,
    tag,
    summary: 'Create a reset link for a member',
    description:
      'Returns a link with which the member sets a new password, or e-mails it (`send`). The link is valid for one hour and works once. Requires an admin of the organization.',
    access: 'session',
    params: slugParamSchema.extend({ id: idSchema }),
    bodyLimit,
    body: newResetLinkSchema,
    bodyOptional: true,
    answer: resetLinkSchema,
    status: 201,
    creates: false,
    async handle({ caller, params: { slug, id }, body: { send = false, language }, exchange }) {
      const organization = await organizations.getFor(caller, 'edit', toSlug(slug))
      const options = { send, language: mailLanguage(exchange, language) }
      return new Reply(await passwordResets.createLink(caller, organization, id, options), NOT_CACHED)
    },
  }),
]

const emailRoutes = ({ emailConfirmations }: RecoveryRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/account',
    tag,
    summary: 'Get your e-mail address',
    description: 'Your address, whether it is confirmed, and whether the server can send e-mails.',
    access: 'user',
    answer: accountSchema,
    handle: ({ caller }) => emailConfirmations.accountOf(caller),
  }),
  endpoint({
    method: 'POST',
    path: '/account/email-confirmation',
    tag,
    summary: 'Send a confirmation e-mail',
    description: 'E-mails a link that confirms your address. Does nothing if it is already confirmed.',
    access: 'user',
    bodyLimit,
    body: confirmationRequestSchema,
    bodyOptional: true,
    answer: 'none',
    async handle({ caller, body: { language }, exchange }) {
      await emailConfirmations.requestConfirmation(caller, mailLanguage(exchange, language))
      return new Reply(null)
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/account/email',
    tag,
    summary: 'Change your e-mail address',
    description: 'E-mails a link to the new address. The address changes when the link is opened.',
    access: 'session',
    bodyLimit,
    body: emailChangeSchema,
    answer: 'none',
    async handle({ caller, body: { email, password, language }, exchange }) {
      await emailConfirmations.requestChange(caller, { email, password }, mailLanguage(exchange, language))
      return new Reply(null)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/auth/confirm-email',
    tag,
    summary: 'Confirm an e-mail address',
    description:
      'Confirms your address with the token of a confirmation link, which is valid for one hour and works once. You must be signed in to the account that the link is for.',
    access: 'session',
    bodyLimit,
    body: confirmEmailSchema,
    answer: emailConfirmedAnswerSchema,
    handle: async ({ caller, body: { token }, exchange }) => ({
      email: await emailConfirmations.confirm(caller, token, mailLanguage(exchange)),
    }),
  }),
]
