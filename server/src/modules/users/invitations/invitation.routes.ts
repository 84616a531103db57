import {
  accountMadeSchema,
  idSchema,
  invitationAcceptSchema,
  invitationFoundSchema,
  invitationListSchema,
  invitationLookupSchema,
  invitationSchema,
  invitationsMadeSchema,
  mailKindSchema,
  mailListSchema,
  newInvitationSchema,
  slugParamSchema,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { MailQueue } from '../../../platform/mail/mail-queue.ts'
import { type OrganizationService, toSlug } from '../../organizations/index.ts'
import { mailLanguage } from '../recovery/recovery.routes.ts'
import type { InvitationAcceptance } from './accept-invitation.ts'
import type { Invitations } from './invitation.service.ts'
import { toMailState } from './invitation-records.ts'

export interface InvitationRouteDeps {
  organizations: Pick<OrganizationService, 'getFor'>
  invitations: Invitations
  invitationAcceptance: InvitationAcceptance
  mail: Pick<MailQueue, 'isConfigured' | 'listOf'>
}

const tag = 'Invitations'
const BASE = '/organizations/{slug}/invitations'
const invitationParams = slugParamSchema.extend({ id: idSchema })
const NOT_CACHED = { 'cache-control': 'no-store' }
const SHOWN_MAILS = 100

export function createInvitationRoutes(deps: InvitationRouteDeps): Endpoint[] {
  const getOrganization = (caller: UserCaller, slug: string) =>
    deps.organizations.getFor(caller, 'edit', toSlug(slug))
  return [...adminRoutes(deps, getOrganization), ...mailRoutes(deps, getOrganization), ...guestRoutes(deps)]
}

type GetOrganization = (caller: UserCaller, slug: string) => ReturnType<OrganizationService['getFor']>

const adminRoutes = ({ invitations }: InvitationRouteDeps, getOrganization: GetOrganization): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: BASE,
    tag,
    summary: 'List invitations',
    description: 'Open and expired invitations with their links. Requires an admin of the organization.',
    access: 'user',
    params: slugParamSchema,
    answer: invitationListSchema,
    handle: async ({ caller, params: { slug } }) =>
      new Reply(await invitations.list(await getOrganization(caller, slug)), NOT_CACHED),
  }),
  endpoint({
    method: 'POST',
    audited: true,
    path: BASE,
    tag,
    summary: 'Invite people',
    description:
      'By e-mail address, one invitation each, or with a link that several people can use. If the server can’t send e-mails, share the links yourself. Requires an admin of the organization.',
    access: 'user',
    params: slugParamSchema,
    bodyLimit: 128 * 1024,
    body: newInvitationSchema,
    answer: invitationsMadeSchema,
    status: 201,
    async handle({ caller, params: { slug }, body, exchange }) {
      const draft = { ...body, language: mailLanguage(exchange, body.language) }
      return new Reply(
        await invitations.create(caller, await getOrganization(caller, slug), draft),
        NOT_CACHED,
      )
    },
  }),
  endpoint({
    method: 'POST',
    audited: true,
    path: `${BASE}/{id}/resend`,
    tag,
    summary: 'Resend an invitation',
    description: 'Renews the invitation and e-mails it again. The link stays the same.',
    access: 'user',
    params: invitationParams,
    answer: invitationSchema,
    handle: async ({ caller, params: { slug, id } }) =>
      new Reply(
        (await invitations.renew(caller, await getOrganization(caller, slug), id)) ?? null,
        NOT_CACHED,
      ),
  }),
  endpoint({
    method: 'DELETE',
    audited: true,
    path: `${BASE}/{id}`,
    tag,
    summary: 'Revoke an invitation',
    description: 'Its link stops working. Accounts created with it are kept.',
    access: 'user',
    params: invitationParams,
    answer: 'none',
    async handle({ caller, params: { slug, id } }) {
      await invitations.revoke(await getOrganization(caller, slug), id)
      return new Reply(null)
    },
  }),
]

const mailRoutes = ({ mail }: InvitationRouteDeps, getOrganization: GetOrganization): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/organizations/{slug}/mails',
    tag,
    summary: 'List e-mails',
    description:
      'The latest e-mails to people of the organization, without their content: sent, waiting for the next attempt, or failed. Requires an admin of the organization.',
    access: 'user',
    params: slugParamSchema,
    answer: mailListSchema,
    async handle({ caller, params: { slug } }) {
      const { id: organizationId } = await getOrganization(caller, slug)
      const rows = await mail.listOf(organizationId, SHOWN_MAILS)
      return {
        mail_enabled: mail.isConfigured,
        mails: rows.map((row) => ({
          id: row.id,
          kind: mailKindSchema.parse(row.kind),
          recipient: row.recipient,
          created_at: row.created_at,
          ended_at: row.ended_at,
          ...toMailState(row),
        })),
      }
    },
  }),
]

const guestRoutes = ({ invitationAcceptance }: InvitationRouteDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/invitations/lookup',
    tag,
    summary: 'Look up an invitation',
    description: 'The organization and the role that an invitation code is for.',
    access: 'public',
    bodyLimit: 4 * 1024,
    body: invitationLookupSchema,
    answer: invitationFoundSchema,
    handle: async ({ body, exchange }) =>
      new Reply(await invitationAcceptance.look(body.code, exchange.clientIp), NOT_CACHED),
  }),
  endpoint({
    method: 'POST',
    path: '/invitations/accept',
    tag,
    summary: 'Accept an invitation',
    description: 'Creates the account. Sign in with its e-mail address and password.',
    access: 'public',
    bodyLimit: 16 * 1024,
    body: invitationAcceptSchema,
    answer: accountMadeSchema,
    status: 201,
    creates: false,
    async handle({ body: { language, ...draft }, exchange }) {
      const accepted = await invitationAcceptance.accept(
        draft,
        mailLanguage(exchange, language),
        exchange.clientIp,
      )
      return new Reply(accepted, NOT_CACHED)
    },
  }),
]
