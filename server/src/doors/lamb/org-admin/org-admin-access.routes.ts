import { actingInSchema, idSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type AssistantService, lambNameOf, type SharingService } from '../../../modules/assistants/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn, type OrgAdminDeps } from './org-admin-deps.ts'

interface Deps extends Pick<OrgAdminDeps, 'organizations' | 'userAdmin'> {
  assistants: Pick<AssistantService, 'getRow'>
  sharing: Pick<SharingService, 'listShares' | 'changeShares'>
}

const common = {
  tag: 'LAMB: organization admin',
  access: 'organization-admin',
  query: actingInSchema,
  path: '/creator/admin/org-admin/assistants/{id}/access',
  params: z.object({ id: idSchema }),
} as const
const accessSchema = z.object({
  assistant: z.object({ id: z.int(), name: z.string(), owner_id: z.int(), published: z.boolean() }),
  users_with_access: z.array(z.string()),
  organization_users: z.array(
    z.object({
      id: z.int(),
      email: z.string(),
      name: z.string(),
      is_owner: z.boolean(),
      has_access: z.boolean(),
    }),
  ),
})

/** The people an assistant is shared with, as LAMB's older pages show them to organization admins. */
export function createOrgAdminAccessRoutes({
  organizations,
  userAdmin,
  assistants,
  sharing,
}: Deps): Endpoint[] {
  async function getRow(caller: UserCaller, query: { org: string | undefined }, id: number) {
    const organization = await actingIn(organizations, caller, query)
    const row = await assistants.getRow(caller, 'edit', id)
    if (query.org !== undefined && row.organization_id !== organization.id) throw notFound('Assistant')
    return row
  }

  async function toAccess(caller: UserCaller, row: Awaited<ReturnType<typeof getRow>>) {
    const shares = await sharing.listShares(caller, row.id)
    const sharedWith = new Set(shares.map((share) => share.user_id))
    const users = await userAdmin.list({ organizationId: row.organization_id })
    return {
      assistant: {
        id: row.id,
        name: lambNameOf(row),
        owner_id: row.owner_id,
        published: row.oauth_consumer_name !== null,
      },
      users_with_access: shares.map((share) => share.user_email),
      organization_users: users.map(({ id, email, name }) => ({
        id,
        email,
        name,
        is_owner: id === row.owner_id,
        has_access: id === row.owner_id || sharedWith.has(id),
      })),
    }
  }

  return [
    lambEndpoint({
      ...common,
      method: 'GET',
      summary: 'List the people who have access to an assistant',
      description: 'All members of the organization, and whether the assistant is shared with them.',
      answer: accessSchema,
      handle: async ({ caller, query, params: { id } }) => toAccess(caller, await getRow(caller, query, id)),
    }),
    lambEndpoint({
      ...common,
      method: 'PUT',
      summary: 'Share an assistant with members, or stop sharing it',
      description: '`action` is `grant` or `revoke`. Other people keep their access.',
      body: z.object({
        user_emails: z.array(z.string().max(320)).max(1000),
        action: z.enum(['grant', 'revoke']).default('grant'),
      }),
      answer: accessSchema,
      handle: async ({ caller, query, params: { id }, body }) => {
        const row = await getRow(caller, query, id)
        await sharing.changeShares(caller, id, body.user_emails, body.action)
        return toAccess(caller, row)
      },
    }),
  ]
}
