import {
  actingInSchema,
  ltiActivitiesSchema,
  ltiActivityChangeSchema,
  ltiActivityRecordSchema,
  ltiCreatorKeyChangeSchema,
  ltiCreatorKeySchema,
  ltiGlobalKeySchema,
  ltiKeyChangeSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { ActivityRow } from '../../modules/lti/index.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { LAMB_TAG, type LtiDoorDeps } from './lti-deps.ts'
import { ltiEndpoint } from './lti-endpoint.ts'
import { requireSession } from './require-session.ts'

const GLOBAL = '/creator/admin/lti-global-config'
const CREATOR = '/creator/admin/org-admin/settings/lti-creator'
const ACTIVITIES = '/creator/admin/lti-activities'
const MAX_BYTES = 16 * 1024

/** Keys and activities, for admins. */
export const createLtiAdminRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ...globalRoutes(deps),
  ...creatorRoutes(deps),
  ...activityRoutes(deps),
]

const globalRoutes = ({ lti, publicUrl }: LtiDoorDeps): Endpoint[] => {
  const common = { path: GLOBAL, tag: LAMB_TAG, access: 'system-admin', answer: ltiGlobalKeySchema } as const
  const launch_url = `${publicUrl}/lamb/v1/lti/launch`
  return [
    ltiEndpoint({
      ...common,
      method: 'GET',
      summary: 'Get the LTI 1.1 key for activities',
      description: 'Without the secret.',
      handle: async () => ({ ...(await lti.keys.describeGlobal()), launch_url }),
    }),
    ltiEndpoint({
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
}

const creatorRoutes = ({ lti, organizations, publicUrl }: LtiDoorDeps): Endpoint[] => {
  const common = {
    path: CREATOR,
    tag: LAMB_TAG,
    access: 'organization-admin',
    query: actingInSchema,
    answer: ltiCreatorKeySchema,
  } as const
  const describe = async (organizationId: number) => ({
    ...(await lti.keys.describeCreatorKey(organizationId)),
    launch_url: `${publicUrl}/lamb/v1/lti_creator/launch`,
  })
  return [
    ltiEndpoint({
      ...common,
      method: 'GET',
      summary: 'Get the LTI 1.1 key for educators',
      description: 'Without the secret.',
      handle: async ({ caller, query }) =>
        describe((await organizations.getFor(caller, 'edit', query.org)).id),
    }),
    ltiEndpoint({
      ...common,
      method: 'PUT',
      summary: 'Change the LTI 1.1 key for educators',
      description:
        'Teachers who open a link with this key get an educator account. An omitted secret is kept.',
      body: ltiCreatorKeyChangeSchema,
      bodyLimit: MAX_BYTES,
      async handle({ caller, query, body }) {
        requireSession(caller)
        const { id } = await organizations.getFor(caller, 'edit', query.org)
        await lti.keys.saveCreatorKey(id, body)
        return describe(id)
      },
    }),
    ltiEndpoint({
      ...common,
      method: 'DELETE',
      summary: 'Remove the LTI 1.1 key for educators',
      description: 'Accounts created with it are kept.',
      async handle({ caller, query }) {
        const { id } = await organizations.getFor(caller, 'edit', query.org)
        await lti.keys.removeCreatorKey(id)
        return describe(id)
      },
    }),
  ]
}

const activityRoutes = ({ lti, organizations }: LtiDoorDeps): Endpoint[] => [
  ltiEndpoint({
    method: 'GET',
    path: ACTIVITIES,
    tag: LAMB_TAG,
    summary: 'List the LTI activities of an organization',
    description: 'By date of creation.',
    access: 'organization-admin',
    query: actingInSchema,
    answer: ltiActivitiesSchema,
    async handle({ caller, query }) {
      const { id } = await organizations.getFor(caller, 'edit', query.org)
      const rows = await lti.activities.list(id)
      return {
        activities: rows.map((row) => ({
          ...toRecord(row),
          student_count: row.student_count,
          owner_name: row.owner_name,
        })),
      }
    },
  }),
  ltiEndpoint({
    method: 'PUT',
    path: `${ACTIVITIES}/{id}`,
    tag: LAMB_TAG,
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
  }),
]

const toRecord = (row: ActivityRow) => ({
  id: row.id,
  activity_name: row.name,
  resource_link_id: row.resource_link_id,
  context_title: row.context_title,
  chat_visibility_enabled: row.chats_visible === 1,
  status: row.status,
  created_at: row.created_at,
})
