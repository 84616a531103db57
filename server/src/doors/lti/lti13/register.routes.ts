import { ltiUrlSchema, slugParamSchema } from '@bellwether/wire'
import * as z from 'zod'
import { LaunchRefused, registerTool, toOrigin } from '../../../modules/lti/index.ts'
import { toSlug } from '../../../modules/organizations/index.ts'
import { isAppError } from '../../../platform/errors.ts'
import { type Endpoint, endpoint, type Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { LTI_TAG, LTI13_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint, requireSession } from '../lti-endpoint.ts'
import { languageFor, toRefusal } from '../pages/launch-page.ts'
import { launchTexts } from '../pages/launch-texts.ts'
import { scriptPage } from '../pages/script-page.ts'
import { CLOSE_SCRIPT } from './browser-scripts.ts'

const querySchema = z.looseObject({
  link: z.string().max(200).optional(),
  openid_configuration: z.string().max(2000).optional(),
  registration_token: z.string().max(20_000).optional(),
})

export const createRegisterRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/organizations/{slug}/lti-registration-links',
    tag: LTI_TAG,
    summary: 'Create a link that registers an LMS',
    description:
      'An LMS admin pastes it as the tool URL for dynamic registration. It works once, within 24 hours, and registers the LMS for this organization.',
    access: 'organization-admin',
    params: slugParamSchema,
    answer: ltiUrlSchema,
    status: 201,
    async handle({ caller, params }) {
      requireSession(caller)
      const { id } = await deps.organizations.getFor(caller, 'edit', toSlug(params.slug))
      const link = await deps.lti.tokens.issue('register', { organizationId: id, userId: caller.userId }, '')
      return { url: `${deps.publicUrl}/lti/1.3/register?${new URLSearchParams({ link })}` }
    },
  }),
  ltiEndpoint({
    method: 'GET',
    path: '/lti/1.3/register',
    tag: LTI13_TAG,
    summary: 'Register this server in an LMS',
    description:
      'Opened by the LMS, which adds `openid_configuration` and `registration_token`. `link` comes from an organization admin.',
    access: 'public',
    query: querySchema,
    handle: ({ query, exchange }) => register(deps, query, exchange),
  }),
]

async function register(
  { lti, lti13, publicUrl }: LtiDoorDeps,
  query: z.output<typeof querySchema>,
  exchange: Exchange,
): Promise<Reply> {
  try {
    const { link = '', openid_configuration: configurationUrl, registration_token: token } = query
    if (!configurationUrl) throw new LaunchRefused('missing_field', 'openid_configuration')
    if (!URL.canParse(configurationUrl))
      throw new LaunchRefused('registration_failed', 'openid_configuration')
    const { data } = await useLink(lti, link)
    const registered = await registerTool(lti13.client, { configurationUrl, token, publicUrl })
    const draft = { ...registered.draft, trustsEmail: false, staffCanBuild: true }
    const origins = [...new Set(registered.addresses.map(toOrigin))].filter((origin) => origin !== undefined)
    if (origins.length === 0) throw new LaunchRefused('registration_failed', 'issuer')
    await lti13.platforms.register(data.organizationId, draft).catch((error: unknown) => {
      if (isAppError(error)) throw new LaunchRefused('registration_failed', error.message)
      throw error
    })
    exchange.log.info({ issuer: draft.issuer, organization: data.organizationId }, 'LTI platform registered')
    const language = languageFor(exchange)
    const texts = launchTexts(language)
    return scriptPage({
      language,
      title: texts.registeredTitle,
      text: texts.registered,
      script: CLOSE_SCRIPT,
      data: { origins },
      frameOrigins: origins.join(' '),
    })
  } catch (error) {
    if (!(error instanceof LaunchRefused)) throw error
    exchange.log.info({ problem: error.problem, field: error.field }, 'LTI registration refused')
    return toRefusal(exchange, error)
  }
}

/** Used up before the LMS is asked: otherwise two simultaneous requests could register two clients. */
async function useLink(lti: LtiDoorDeps['lti'], link: string) {
  try {
    return await lti.tokens.use('register', link)
  } catch (error) {
    throw error instanceof LaunchRefused ? new LaunchRefused('registration_link') : error
  }
}
