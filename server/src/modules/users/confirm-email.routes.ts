import { emailConfirmedSchema, idSchema, memberRecordSchema, slugParamSchema } from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { type OrganizationService, toSlug } from '../organizations/index.ts'
import type { UserAdminService } from './user-admin.service.ts'
import { toMemberRecord } from './user-records.ts'

export interface ConfirmEmailDeps {
  organizations: Pick<OrganizationService, 'getFor'>
  userAdmin: Pick<UserAdminService, 'confirmEmail'>
}

export const createConfirmEmailRoutes = ({ organizations, userAdmin }: ConfirmEmailDeps): Endpoint[] => [
  endpoint({
    method: 'PUT',
    audited: true,
    path: '/organizations/{slug}/members/{id}/email-confirmed',
    tag: 'Account',
    summary: 'Confirm a member’s e-mail address',
    description: 'Or withdraw the confirmation. Requires an admin of the organization.',
    access: 'user',
    params: slugParamSchema.extend({ id: idSchema }),
    body: emailConfirmedSchema,
    answer: memberRecordSchema,
    async handle({ caller, params: { slug, id }, body: { confirmed } }) {
      const organization = await organizations.getFor(caller, 'edit', toSlug(slug))
      return toMemberRecord(await userAdmin.confirmEmail(caller, organization, id, confirmed))
    },
  }),
]
