import {
  deleteUserQuerySchema,
  emailConfirmedSchema,
  idSchema,
  memberPageSchema,
  memberPatchSchema,
  memberRecordSchema,
  memberRoleSchema,
  membersPatchedSchema,
  membersPatchSchema,
  newMemberSchema,
  newPasswordSchema,
  peopleQuerySchema,
  slugParamSchema,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { type OrganizationService, toSlug } from '../../organizations/index.ts'
import type { BulkImportService } from '../bulk-import/bulk-import.service.ts'
import type { UserAdminService } from '../user-admin.service.ts'
import { toMemberRecord } from '../user-records.ts'
import type { MembershipService } from './membership.service.ts'

export interface MemberRouteDeps {
  organizations: Pick<OrganizationService, 'getFor'>
  userAdmin: UserAdminService
  membership: Pick<MembershipService, 'setRole'>
  bulkImport: Pick<BulkImportService, 'logActivation'>
}

const BASE = '/organizations/{slug}/members'
const common = { tag: 'Organizations', access: 'organization-admin' } as const
const ofOrganization = { ...common, path: BASE, params: slugParamSchema } as const
const ofMember = {
  ...common,
  path: `${BASE}/{id}`,
  params: slugParamSchema.extend({ id: idSchema }),
} as const

/** The people of an organization, for its admins and for system admins. */
export function createMemberRoutes(deps: MemberRouteDeps): Endpoint[] {
  const find = (caller: UserCaller, slug: string) => deps.organizations.getFor(caller, 'edit', toSlug(slug))
  return [...listRoutes(deps, find), ...accountRoutes(deps, find), ...rightsRoutes(deps, find)]
}

type Find = (caller: UserCaller, slug: string) => ReturnType<OrganizationService['getFor']>

const listRoutes = ({ userAdmin, bulkImport }: MemberRouteDeps, find: Find): Endpoint[] => [
  endpoint({
    ...ofOrganization,
    method: 'GET',
    summary: 'List members',
    description: 'One page of the people of an organization, by name.',
    query: peopleQuerySchema,
    answer: memberPageSchema,
    async handle({ caller, params: { slug }, query }) {
      const { id: organizationId } = await find(caller, slug)
      const { rows, total } = await userAdmin.page(query, { organizationId })
      return { members: rows.map(toMemberRecord), total }
    },
  }),
  endpoint({
    ...ofOrganization,
    method: 'POST',
    summary: 'Create a member',
    description: 'Creates the account of an educator or a student.',
    body: newMemberSchema,
    bodyLimit: 64 * 1024,
    answer: memberRecordSchema,
    status: 201,
    async handle({ caller, params: { slug }, body: { user_type: userType, ...draft } }) {
      const { id: organizationId } = await find(caller, slug)
      return toMemberRecord(await userAdmin.create(caller, { ...draft, userType, organizationId }))
    },
  }),
  endpoint({
    ...ofOrganization,
    method: 'PATCH',
    summary: 'Enable or disable members',
    description: 'Disabled members are signed out immediately. Those who can’t be changed are reported.',
    body: membersPatchSchema,
    answer: membersPatchedSchema,
    async handle({ caller, params: { slug }, body: { user_ids, enabled } }) {
      const organization = await find(caller, slug)
      const outcome = await userAdmin.setEnabledForMany(caller, organization, user_ids, enabled)
      await bulkImport.logActivation(caller, organization.id, enabled, outcome)
      return outcome
    },
  }),
]

const accountRoutes = ({ userAdmin }: MemberRouteDeps, find: Find): Endpoint[] => [
  endpoint({
    ...ofMember,
    method: 'PATCH',
    summary: 'Update a member',
    description: 'Renames, enables or disables a member, or allows or forbids sharing assistants.',
    body: memberPatchSchema,
    answer: memberRecordSchema,
    async handle({ caller, params: { slug, id }, body: { name, enabled, can_share } }) {
      const organization = await find(caller, slug)
      if (name !== undefined) await userAdmin.rename(caller, organization, id, name)
      if (can_share !== undefined) await userAdmin.setCanShare(caller, organization, id, can_share)
      if (enabled !== undefined) await userAdmin.setEnabled(caller, organization, id, enabled)
      return toMemberRecord(await userAdmin.get(caller, organization, id))
    },
  }),
  endpoint({
    ...ofMember,
    method: 'DELETE',
    summary: 'Delete a member',
    description:
      '409 while the member owns anything, unless `hand_over_to` names a colleague who takes it over.',
    query: deleteUserQuerySchema,
    answer: 'none',
    async handle({ caller, params: { slug, id }, query }) {
      await userAdmin.remove(caller, await find(caller, slug), id, query.hand_over_to)
    },
  }),
  endpoint({
    ...ofMember,
    method: 'PUT',
    path: `${BASE}/{id}/password`,
    summary: 'Set a member’s password',
    description: 'Ends all sessions of the member.',
    body: newPasswordSchema,
    answer: 'none',
    async handle({ caller, params: { slug, id }, body: { new_password, revoke_api_keys: revokeApiKeys } }) {
      const organization = await find(caller, slug)
      await userAdmin.setPassword(caller, organization, id, new_password, { revokeApiKeys })
    },
  }),
]

const rightsRoutes = ({ userAdmin, membership }: MemberRouteDeps, find: Find): Endpoint[] => [
  endpoint({
    ...ofMember,
    method: 'PUT',
    path: `${BASE}/{id}/email-confirmed`,
    summary: 'Confirm a member’s e-mail address',
    description: 'Or withdraw the confirmation.',
    body: emailConfirmedSchema,
    answer: memberRecordSchema,
    async handle({ caller, params: { slug, id }, body: { confirmed } }) {
      return toMemberRecord(await userAdmin.confirmEmail(caller, await find(caller, slug), id, confirmed))
    },
  }),
  endpoint({
    ...ofMember,
    method: 'PUT',
    path: `${BASE}/{id}/role`,
    summary: 'Set the role of a member',
    description: 'Makes a member an organization admin, or a member again.',
    access: 'system-admin',
    body: memberRoleSchema,
    answer: 'none',
    async handle({ caller, params: { slug, id }, body: { role } }) {
      await membership.setRole((await find(caller, slug)).slug, id, role)
    },
  }),
]
