import {
  type MoodleChange,
  type MoodleTested,
  moodleChangeSchema,
  moodleSchema,
  moodleTestedSchema,
  moodleTestSchema,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Config } from '../../../platform/config.ts'
import { badRequest } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { findMoodle, type MoodleSettings, storedMoodle, textOf } from '../config/moodle-settings.ts'
import type { OrganizationSettings } from '../config/provider-settings.ts'
import type { OrganizationService } from '../organization.service.ts'
import { settingsEndpoint } from '../settings/settings.routes.ts'
import { toSlug } from '../slug.ts'

export interface MoodleRouteDeps {
  config: Config
  organizations: OrganizationService
  testMoodle(settings: MoodleSettings, signal: AbortSignal): Promise<MoodleTested>
}

const path = '/organizations/{slug}/moodle'

/** The organization's Moodle, for the Moodle tools. The token can be set but never read. */
export const createMoodleRoutes = ({ config, organizations, testMoodle }: MoodleRouteDeps): Endpoint[] => [
  endpoint({
    ...settingsEndpoint,
    method: 'GET',
    path,
    summary: 'Get the Moodle settings',
    description: 'The token itself is never returned, only whether one is set.',
    answer: moodleSchema,
    async handle({ caller, params }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      return toShown(await organizations.toSettings(row), config)
    },
  }),
  endpoint({
    ...settingsEndpoint,
    method: 'PATCH',
    path,
    summary: 'Change the Moodle settings',
    description:
      'An omitted token is kept, `null` removes it. Changing the address removes it unless you send it again.',
    body: moodleChangeSchema,
    answer: moodleSchema,
    async handle({ caller, params, body }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      const inForce = findMoodle(await organizations.toSettings(row), config)
      const saved = await organizations.changeConfig(caller, row, (before) => ({
        ...before,
        moodle: applyChange(storedMoodle(before), body, inForce),
      }))
      return toShown(await organizations.toSettings(saved), config)
    },
  }),
  endpoint({
    ...settingsEndpoint,
    method: 'POST',
    path: `${path}/test`,
    summary: 'Test the Moodle connection',
    description:
      'Whether Moodle responds, accepts the token and allows the functions that the tool needs. Nothing is saved.',
    body: moodleTestSchema,
    bodyOptional: true,
    answer: moodleTestedSchema,
    async handle({ caller, params, body, exchange }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      const settings = await organizations.toSettings(row)
      return testMoodle(toTry(caller, settings, findMoodle(settings, config), body), exchange.signal)
    },
  }),
]

/** A URL without a token, or a disabled one, has no effect, but the admin must see it. */
function toShown(settings: OrganizationSettings, env: Config) {
  const inForce = findMoodle(settings, env)
  const { url, token, enabled, forwarded_ids } = storedMoodle(settings.config)
  return {
    url: inForce?.url ?? textOf(url),
    token_set: inForce !== undefined || textOf(token) !== '',
    enabled: enabled !== false,
    forwarded_ids: forwarded_ids === true,
  }
}

function applyChange(
  stored: Record<string, unknown>,
  { url, token, enabled, forwarded_ids }: MoodleChange,
  inForce: MoodleSettings | undefined,
): Record<string, unknown> {
  const storedUrl = textOf(stored['url'])
  // A page sends back the URL it was shown. Storing it here would separate it from its token.
  const isShown =
    url !== undefined && !storedUrl && !token && inForce !== undefined && isSame(url, inForce.url)
  const { url: _before, ...rest } = stored
  // A pasted query may contain a token, and the URL is shown to every admin.
  const next = url === undefined || isShown ? storedUrl : url.replace(/[?#].*$/, '')
  return {
    ...rest,
    ...(next ? { url: next } : {}),
    ...(token === null ? { token: '' } : token ? { token } : {}),
    ...(enabled === undefined ? {} : { enabled }),
    ...(forwarded_ids === undefined ? {} : { forwarded_ids }),
  }
}

/** The stored token is only sent to the URL it was stored with. */
function toTry(
  caller: UserCaller,
  settings: OrganizationSettings,
  inForce: MoodleSettings | undefined,
  { url = inForce?.url, token }: ReturnType<typeof moodleTestSchema.parse>,
): MoodleSettings {
  if (!url) throw badRequest(say('org_settings.moodle_url_required'))
  const isKnown = inForce !== undefined && isSame(url, inForce.url)
  if (!token && !isKnown) throw badRequest(say('org_settings.moodle_token_required'))
  const trusted =
    caller.systemAdmin ||
    (settings.config.trusted_addresses ?? []).includes(url) ||
    (isKnown && inForce.trusted)
  return { url, token: token ?? inForce?.token ?? '', trusted }
}

const isSame = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '')
