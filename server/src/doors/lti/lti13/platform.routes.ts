import {
  ltiLaunchRecordsSchema,
  ltiPlatformDraftSchema,
  ltiPlatformSchema,
  ltiPlatformsSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import {
  checksOf,
  LAUNCH_PROBLEMS,
  type LaunchProblem,
  type PlatformDraft,
  type PlatformWithDeployments,
} from '../../../modules/lti/index.ts'
import { toSlug } from '../../../modules/organizations/index.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { LTI_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { requireSession } from '../lti-endpoint.ts'
import { languageFor } from '../pages/launch-page.ts'
import { problemText } from '../pages/launch-texts.ts'
import { launchUrlOf } from './login.routes.ts'

const BASE = '/organizations/{slug}/lti-platforms'
const ONE = `${BASE}/{platform}`
const common = { tag: LTI_TAG, access: 'organization-admin' } as const
const oneParams = slugParamSchema.extend({ platform: z.coerce.number().int().positive() })

/** LMSs of an organization, and their last launches. */
export const createPlatformRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ...registryRoutes(deps),
  ...recordRoutes(deps),
]

const toDraft = (body: z.output<typeof ltiPlatformDraftSchema>): PlatformDraft => ({
  name: body.name ?? '',
  issuer: body.issuer,
  clientId: body.client_id,
  authLoginUrl: body.auth_login_url,
  authTokenUrl: body.auth_token_url,
  jwksUrl: body.jwks_url,
  deploymentIds: body.deployment_ids,
  trustsEmail: body.trusts_email,
  staffCanBuild: body.staff_can_build,
})

const toRecord = (row: PlatformWithDeployments) => ({
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  client_id: row.client_id,
  auth_login_url: row.auth_login_url,
  auth_token_url: row.auth_token_url,
  jwks_url: row.jwks_url,
  deployment_ids: row.deployments,
  trusts_email: row.trusts_email === 1,
  staff_can_build: row.staff_can_build === 1,
  created_at: row.created_at,
})

const registryRoutes = ({ lti13, organizations, publicUrl }: LtiDoorDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'List the LTI 1.3 platforms of an organization',
    description: 'With the URLs to enter in the LMS.',
    params: slugParamSchema,
    answer: ltiPlatformsSchema,
    async handle({ caller, params }) {
      const { id } = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      return {
        platforms: (await lti13.platforms.list(id)).map(toRecord),
        tool: {
          login_url: `${publicUrl}/lti/1.3/login`,
          launch_url: launchUrlOf(publicUrl),
          jwks_url: `${publicUrl}/lti/1.3/jwks`,
        },
      }
    },
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: BASE,
    summary: 'Register an LTI 1.3 platform',
    description:
      'A deployment can belong to one organization only (409). Without `deployment_ids`, the deployment of the first launch is remembered; until then, no other organization can register the client. Requires a session, not an API key.',
    params: slugParamSchema,
    body: ltiPlatformDraftSchema,
    bodyLimit: 32 * 1024,
    answer: ltiPlatformSchema,
    status: 201,
    async handle({ caller, params, body }) {
      requireSession(caller)
      const { id } = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      return toRecord(await lti13.platforms.register(id, toDraft(body)))
    },
  }),
  endpoint({
    ...common,
    method: 'PUT',
    path: ONE,
    summary: 'Change an LTI 1.3 platform',
    description: 'Replaces all settings, including the deployments.',
    params: oneParams,
    body: ltiPlatformDraftSchema,
    bodyLimit: 32 * 1024,
    answer: ltiPlatformSchema,
    async handle({ caller, params, body }) {
      requireSession(caller)
      const { id } = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      return toRecord(await lti13.platforms.change(id, params.platform, toDraft(body)))
    },
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    path: ONE,
    summary: 'Remove an LTI 1.3 platform',
    description: 'Its launches are refused from now on. Activities, accounts and chats are kept.',
    params: oneParams,
    answer: 'none',
    async handle({ caller, params }) {
      const { id } = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      await lti13.platforms.remove(id, params.platform)
    },
  }),
]

const recordRoutes = ({ lti13, organizations }: LtiDoorDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: '/organizations/{slug}/lti-launches',
    summary: 'List the last launches from LMSs',
    description:
      'The last 50 within 30 days, newest first, with the outcome of each check (`null`: not made) and the problem. Without names. With LTI 1.1, `issuer` is what the LMS calls itself and `client_id` is the consumer key; launches with the key of the installation that can’t be assigned to an organization are listed in the system organization.',
    params: slugParamSchema,
    answer: ltiLaunchRecordsSchema,
    async handle({ caller, params, exchange }) {
      const { id } = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      const rows = await lti13.records.list(id)
      const language = languageFor(exchange)
      return {
        launches: rows.map((row) => ({
          id: row.id,
          version: row.version,
          platform_id: row.platform_id,
          issuer: row.issuer,
          client_id: row.client_id,
          deployment_id: row.deployment_id,
          role: row.role,
          problem: row.problem,
          message: isProblem(row.problem) ? problemText(language, row.problem, row.field) : null,
          checks: checksOf(row.problem, row.version),
          created_at: row.created_at,
        })),
      }
    },
  }),
]

const isProblem = (problem: string | null): problem is LaunchProblem =>
  problem !== null && Object.hasOwn(LAUNCH_PROBLEMS, problem)
