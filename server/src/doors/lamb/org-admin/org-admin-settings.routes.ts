import { actingInSchema, signupFormSchema } from '@bellwether/wire'
import { settingsIn, withSettings } from '../../../modules/organizations/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn, type OrgAdminDeps } from './org-admin-deps.ts'
import { createOrgAdminApiRoutes } from './org-admin-settings-api.routes.ts'
import { createOrgAdminKbRoutes } from './org-admin-settings-kb.routes.ts'

const common = {
  tag: 'LAMB: organization admin',
  access: 'organization-admin',
  query: actingInSchema,
  path: '/creator/admin/org-admin/settings/signup',
} as const

export const createOrgAdminSettingsRoutes = (deps: OrgAdminDeps): Endpoint[] => [
  ...signupRoutes(deps),
  ...createOrgAdminApiRoutes(deps),
  ...createOrgAdminKbRoutes(deps),
]

const signupRoutes = ({ organizations }: OrgAdminDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    summary: 'Get the signup settings',
    description: 'Whether people can sign up with a key, the key, and the role they get.',
    async handle({ caller, query }) {
      const { config } = await organizations.toSettings(await actingIn(organizations, caller, query))
      const { signup_enabled, signup_key, signup_role } = settingsIn(config)
      return { signup_enabled, signup_key, signup_key_set: signup_key !== '', signup_role }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    summary: 'Update the signup settings',
    description: 'An omitted key or role is kept.',
    body: signupFormSchema,
    async handle({ caller, query, body }) {
      const row = await actingIn(organizations, caller, query)
      await organizations.changeConfig(caller, row, (config) => withSettings(config, body))
      return { message: 'Signup settings updated successfully', signup_enabled: body.signup_enabled }
    },
  }),
]
