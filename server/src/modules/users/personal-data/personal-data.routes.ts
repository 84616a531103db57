import { accountDeletionSchema, idSchema, slugParamSchema } from '@bellwether/wire'
import { ANSWERED, type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { sendZip } from '../../../platform/zip/send-zip.ts'
import { type OrganizationService, toSlug } from '../../organizations/index.ts'
import type { PersonalData } from './personal-data.service.ts'

export interface PersonalDataRouteDeps {
  organizations: Pick<OrganizationService, 'getFor'>
  personalData: PersonalData
}

const tag = 'Account'
const CONTENTS =
  'Account, sign-ins, chats with ratings, memories, usage and files, without passwords and keys.'

export const createPersonalDataRoutes = ({
  organizations,
  personalData,
}: PersonalDataRouteDeps): Endpoint[] => [
  endpoint({
    answer: 'file',
    method: 'GET',
    path: '/account/export',
    tag,
    summary: 'Download your data',
    description: `A zip of everything that is stored about you. ${CONTENTS} Guests of class links get what they wrote there.`,
    access: 'session',
    openToGuests: true,
    async handle({ caller, exchange }) {
      return send(await personalData.exportOwn(caller), exchange, caller.userId)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/account/deletion',
    tag,
    summary: 'Delete your account',
    description:
      'Deletes your account and everything that is stored about you. Statistics are kept without your name. Send your e-mail address to confirm. 409 while you still own content: hand it over first. Admins must be deleted by another admin.',
    access: 'session',
    body: accountDeletionSchema,
    answer: 'none',
    creates: false,
    async handle({ caller, body }) {
      await personalData.deleteOwn(caller, body.email)
      return new Reply(null)
    },
  }),
  endpoint({
    answer: 'file',
    method: 'POST',
    path: '/organizations/{slug}/members/{id}/export',
    audited: true,
    tag,
    summary: 'Download a member’s data',
    description: `A zip of everything that is stored about a member, to answer a data request. ${CONTENTS} Requires an admin of the organization. Recorded in the audit log.`,
    access: 'session',
    params: slugParamSchema.extend({ id: idSchema }),
    bodyOptional: true,
    creates: false,
    async handle({ caller, params: { slug, id }, exchange }) {
      const organization = await organizations.getFor(caller, 'edit', toSlug(slug))
      return send(await personalData.exportMember(caller, organization, id), exchange, caller.userId)
    },
  }),
]

async function send(pieces: AsyncGenerator<Buffer>, exchange: Exchange, userId: number) {
  await sendZip(pieces, exchange, { filename: 'personal-data.zip', userId })
  return ANSWERED
}
