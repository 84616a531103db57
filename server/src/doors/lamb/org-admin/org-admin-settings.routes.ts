import { actingInSchema, featureChangeSchema, say, signupSettingsSchema } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn } from './org-admin-acting.ts'
import type { OrgAdminDeps } from './org-admin-deps.ts'
import { createOrgAdminApiRoutes } from './org-admin-settings-api.routes.ts'
import { createOrgAdminAssistantRoutes } from './org-admin-settings-assistants.routes.ts'
import { createOrgAdminKbRoutes } from './org-admin-settings-kb.routes.ts'
import { createOrgAdminMoodleRoutes } from './org-admin-settings-moodle.routes.ts'
import { createOrgAdminSearchRoutes } from './org-admin-settings-search.routes.ts'

const tag = 'LAMB: organization admin'
const BASE = '/creator/admin/org-admin/settings'
const common = { tag, access: 'organization-admin', query: actingInSchema } as const

export const createOrgAdminSettingsRoutes = (deps: OrgAdminDeps): Endpoint[] => [
  ...signupRoutes(deps),
  ...featureRoutes(deps),
  ...createOrgAdminAssistantRoutes(deps),
  ...createOrgAdminApiRoutes(deps),
  ...createOrgAdminKbRoutes(deps),
  ...createOrgAdminSearchRoutes(deps),
  ...createOrgAdminMoodleRoutes(deps),
]

/** The sign-up key is shown to admins, who give it to people. */
const signupRoutes = ({ organizations }: OrgAdminDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/signup`,
    summary: 'Get the signup settings',
    description: 'Whether people can sign up with a key, the key, and the role they get.',
    handle: async ({ caller, query }) => {
      const { config } = await organizations.toSettings(await actingIn(organizations, caller, query))
      const key = config.features?.signup_key ?? ''
      return {
        signup_enabled: config.features?.signup_enabled === true,
        signup_key: key,
        signup_key_set: key !== '',
        signup_role: config.features?.signup_role ?? 'student',
      }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/signup`,
    summary: 'Update the signup settings',
    description: 'An omitted key or role is kept.',
    body: signupSettingsSchema,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      await organizations.changeConfig(caller, row, (current) => {
        const { signup_key: key, signup_enabled, signup_role } = body
        if (signup_enabled && !key && current.features?.signup_key_configured !== true) {
          throw badRequest(say('org_settings.signup_key_required'))
        }
        return {
          ...current,
          features: {
            ...current.features,
            signup_enabled,
            ...(key ? { signup_key: key } : {}),
            ...(signup_role ? { signup_role } : {}),
          },
        }
      })
      return { message: 'Signup settings updated successfully', signup_enabled: body.signup_enabled }
    },
  }),
]

const FEATURES = ['sharing_enabled', 'rag_enabled', 'mcp_enabled', 'lti_publishing', 'dev_mode'] as const

const featureRoutes = ({ organizations }: OrgAdminDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/features`,
    summary: 'Get feature settings',
    description: 'The features that are on in the organization.',
    handle: async ({ caller, query }) =>
      toFeatures(organizations.toRecord(await actingIn(organizations, caller, query)).config.features),
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/features`,
    summary: 'Turn features on or off',
    description: 'Omitted features keep their state.',
    body: featureChangeSchema,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      const saved = await organizations.changeConfig(caller, row, (current) => ({
        ...current,
        features: { ...current.features, ...changes },
      }))
      return toFeatures(organizations.toRecord(saved).config.features)
    },
  }),
]

/** All features are enabled by default, except developer mode. */
const toFeatures = (features: Record<string, unknown> | undefined) =>
  Object.fromEntries(
    FEATURES.map((name) => [
      name,
      name === 'dev_mode' ? features?.[name] === true : features?.[name] !== false,
    ]),
  )
