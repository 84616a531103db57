import {
  actingInSchema,
  ltiActivitiesSchema,
  ltiActivityChangeSchema,
  ltiActivityRecordSchema,
  ltiCreatorKeyChangeSchema,
  ltiCreatorKeySchema,
  ltiGlobalKeySchema,
  ltiKeyChangeSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { ActivityRow } from '../../modules/lti/index.ts'
import { toSlug } from '../../modules/organizations/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { LAMB_TAG, LTI_TAG, type LtiDoorDeps } from './lti-deps.ts'
import { atLambAddress, ltiEndpoint, requireSession } from './lti-endpoint.ts'

const MAX_BYTES = 16 * 1024

/** Keys and activities, for admins. */
export const createLtiAdminRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ...globalRoutes(deps),
  ...educatorKeyRoutes(deps),
  ...activityRoutes(deps),
]

const globalRoutes = ({ lti, publicUrl }: LtiDoorDeps): Endpoint[] => {
  const common = {
    path: '/lti/key',
    tag: LTI_TAG,
    access: 'system-admin',
    answer: ltiGlobalKeySchema,
  } as const
  const launch_url = `${publicUrl}/lamb/v1/lti/launch`
  const routes = [
    endpoint({
      ...common,
      method: 'GET',
      summary: 'Get the LTI 1.1 key for activities',
      description: 'Without the secret.',
      handle: async () => ({ ...(await lti.keys.describeGlobal()), launch_url }),
    }),
    endpoint({
      ...common,
      method: 'PUT',
      summary: 'Change the LTI 1.1 key for activities',
      description:
        'Anyone with this secret can open activities as any person of any LMS, so only use it with LMSs that you trust. An omitted secret is kept.',
      body: ltiKeyChangeSchema,
      bodyLimit: MAX_BYTES,
      handle: async ({ body, caller }) => ({
        ...(await lti.keys.saveGlobal(body, caller.userId)),
        launch_url,
      }),
    }),
  ]
  return [...routes, ...routes.map((own) => atLambAddress('/creator/admin/lti-global-config', own))]
}

type Slug = string | undefined

const educatorKeyRoutes = ({ lti, organizations, publicUrl }: LtiDoorDeps): Endpoint[] => {
  const describe = async (organizationId: number) => ({
    ...(await lti.keys.describeCreatorKey(organizationId)),
    launch_url: `${publicUrl}/lamb/v1/lti_creator/launch`,
  })
  const get = async (caller: UserCaller, slug: Slug) =>
    describe((await organizations.getFor(caller, 'edit', slug)).id)
  const change = async (caller: UserCaller, slug: Slug, body: z.output<typeof ltiCreatorKeyChangeSchema>) => {
    requireSession(caller)
    const { id } = await organizations.getFor(caller, 'edit', slug)
    await lti.keys.saveCreatorKey(id, body)
    return describe(id)
  }
  const remove = async (caller: UserCaller, slug: Slug) => {
    const { id } = await organizations.getFor(caller, 'edit', slug)
    await lti.keys.removeCreatorKey(id)
    return describe(id)
  }
  const common = { access: 'organization-admin', answer: ltiCreatorKeySchema, bodyLimit: MAX_BYTES } as const
  const own = {
    ...common,
    path: '/organizations/{slug}/lti-educator-key',
    tag: LTI_TAG,
    params: slugParamSchema,
  } as const
  const lamb = {
    ...common,
    path: '/creator/admin/org-admin/settings/lti-creator',
    tag: LAMB_TAG,
    query: actingInSchema,
  } as const
  const texts = {
    get: { summary: 'Get the LTI 1.1 key for educators', description: 'Without the secret.' },
    change: {
      summary: 'Change the LTI 1.1 key for educators',
      description:
        'Teachers who open a link with this key get an educator account. An omitted secret is kept.',
      body: ltiCreatorKeyChangeSchema,
    },
    remove: {
      summary: 'Remove the LTI 1.1 key for educators',
      description: 'Accounts created with it are kept.',
    },
  }
  return [
    endpoint({
      ...own,
      ...texts.get,
      method: 'GET',
      handle: ({ caller, params }) => get(caller, toSlug(params.slug)),
    }),
    endpoint({
      ...own,
      ...texts.change,
      method: 'PUT',
      handle: ({ caller, params, body }) => change(caller, toSlug(params.slug), body),
    }),
    endpoint({
      ...own,
      ...texts.remove,
      method: 'DELETE',
      handle: ({ caller, params }) => remove(caller, toSlug(params.slug)),
    }),
    ltiEndpoint({
      ...lamb,
      ...texts.get,
      method: 'GET',
      handle: ({ caller, query }) => get(caller, query.org),
    }),
    ltiEndpoint({
      ...lamb,
      ...texts.change,
      method: 'PUT',
      handle: ({ caller, query, body }) => change(caller, query.org, body),
    }),
    ltiEndpoint({
      ...lamb,
      ...texts.remove,
      method: 'DELETE',
      handle: ({ caller, query }) => remove(caller, query.org),
    }),
  ]
}

const activityRoutes = ({ lti, organizations }: LtiDoorDeps): Endpoint[] => {
  const listIn = async (caller: UserCaller, slug: Slug) => {
    const { id } = await organizations.getFor(caller, 'edit', slug)
    const rows = await lti.activities.list(id)
    return {
      activities: rows.map((row) => ({
        ...toRecord(row),
        student_count: row.student_count,
        owner_name: row.owner_name,
      })),
    }
  }
  const listed = {
    method: 'GET',
    summary: 'List the LTI activities of an organization',
    description: 'By date of creation.',
    access: 'organization-admin',
    answer: ltiActivitiesSchema,
  } as const
  const change = endpoint({
    method: 'PATCH',
    path: '/lti/activities/{id}',
    tag: LTI_TAG,
    summary: 'Rename an LTI activity or turn it off',
    description: 'Students can’t open an activity that is turned off.',
    access: 'organization-admin',
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: ltiActivityChangeSchema,
    bodyLimit: MAX_BYTES,
    answer: ltiActivityRecordSchema.omit({ student_count: true, owner_name: true }),
    handle: async ({ caller, params, body }) =>
      toRecord(
        await lti.activities.change(caller, params.id, { name: body.activity_name, status: body.status }),
      ),
  })
  return [
    endpoint({
      ...listed,
      path: '/organizations/{slug}/lti-activities',
      tag: LTI_TAG,
      params: slugParamSchema,
      handle: ({ caller, params }) => listIn(caller, toSlug(params.slug)),
    }),
    change,
    ltiEndpoint({
      ...listed,
      path: '/creator/admin/lti-activities',
      tag: LAMB_TAG,
      query: actingInSchema,
      handle: ({ caller, query }) => listIn(caller, query.org),
    }),
    atLambAddress('/creator/admin/lti-activities/{id}', change, 'PUT'),
  ]
}

const toRecord = (row: ActivityRow) => ({
  id: row.id,
  activity_name: row.name,
  resource_link_id: row.resource_link_id,
  context_title: row.context_title,
  chat_visibility_enabled: row.chats_visible === 1,
  status: row.status,
  created_at: row.created_at,
})
