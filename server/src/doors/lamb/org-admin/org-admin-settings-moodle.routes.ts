import {
  actingInSchema,
  type Message,
  moodleSettingsSchema,
  moodleTestSchema,
  type OrganizationConfig,
  say,
  toMessageBody,
} from '@bellwether/wire'
import {
  findMoodle,
  type MoodleSettings,
  type OrganizationSettings,
} from '../../../modules/organizations/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { createMoodleClient, MoodleFailure, NEEDED_FUNCTIONS } from '../../../tools/moodle/moodle-client.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn } from './org-admin-acting.ts'
import type { OrgAdminDeps } from './org-admin-deps.ts'

type Deps = Pick<OrgAdminDeps, 'config' | 'organizations' | 'outbound'>
type Change = ReturnType<typeof moodleSettingsSchema.parse>

const BASE = '/creator/admin/org-admin/settings/moodle'
const common = {
  tag: 'LAMB: organization admin',
  access: 'organization-admin',
  query: actingInSchema,
} as const
const LIMIT_MS = 8000

/** The organization's Moodle, for the Moodle tools. The token can be set but never read. */
export const createOrgAdminMoodleRoutes = ({ config, organizations, outbound }: Deps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'Get the Moodle settings',
    description: 'The token itself is never returned, only whether one is set.',
    handle: async ({ caller, query }) => {
      const settings = await organizations.toSettings(await actingIn(organizations, caller, query))
      return toShown(settings, findMoodle(settings, config))
    },
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    path: BASE,
    summary: 'Update the Moodle settings',
    description:
      'An omitted token is kept, `null` removes it. Changing the address removes it unless you send it again.',
    body: moodleSettingsSchema,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      const inForce = findMoodle(await organizations.toSettings(row), config)
      const saved = await organizations.changeConfig(caller, row, (before) => ({
        ...before,
        moodle: applyChange(moodleIn(before), body, inForce),
      }))
      const settings = await organizations.toSettings(saved)
      return {
        message: 'Moodle settings updated successfully',
        ...toShown(settings, findMoodle(settings, config)),
      }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/test`,
    summary: 'Test the Moodle connection',
    description:
      'Whether Moodle responds, accepts the token and allows the functions that the tool needs. Nothing is saved.',
    body: moodleTestSchema,
    bodyOptional: true,
    handle: async ({ caller, query, body, exchange }) => {
      const settings = await organizations.toSettings(await actingIn(organizations, caller, query))
      const candidate = toTry(caller, settings, findMoodle(settings, config), body)
      return testMoodle(outbound, candidate, exchange.signal)
    },
  }),
]

/** A URL without a token, or a disabled one, has no effect, but the admin must see it. */
function toShown(settings: OrganizationSettings, inForce: MoodleSettings | undefined) {
  const { url, token, enabled, forwarded_ids } = moodleIn(settings.config)
  return {
    url: inForce?.url ?? textOf(url),
    token_set: inForce !== undefined || textOf(token) !== '',
    enabled: enabled !== false,
    forwarded_ids: forwarded_ids === true,
  }
}

function applyChange(
  stored: Record<string, unknown>,
  { url, token, enabled, forwarded_ids }: Change,
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

async function testMoodle(outbound: Deps['outbound'], settings: MoodleSettings, signal: AbortSignal) {
  const limit = AbortSignal.timeout(LIMIT_MS)
  try {
    const site = await createMoodleClient(outbound, settings, AbortSignal.any([signal, limit])).siteInfo()
    const siteInfo = { site: site.sitename.slice(0, 200), version: site.release.slice(0, 100) }
    const allowed = new Set(site.functions.map(({ name }) => name))
    const missing = NEEDED_FUNCTIONS.filter((name) => !allowed.has(name))
    // Older Moodles do not list them.
    if (allowed.size > 0 && missing.length > 0)
      return {
        success: false,
        ...toMessageBody(say('org_settings.moodle_functions', { functions: missing.join(', ') })),
        ...siteInfo,
      }
    return { success: true, ...toMessageBody(say('org_settings.moodle_works')), ...siteInfo }
  } catch (error) {
    if (limit.aborted) return failed(say('org_settings.moodle_timeout', { seconds: LIMIT_MS / 1000 }))
    if (error instanceof MoodleFailure) return failed(error.detail)
    throw error
  }
}

const failed = (message: string | Message) => ({
  success: false,
  ...toMessageBody(message),
  site: null,
  version: null,
})
const isSame = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '')
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function moodleIn(config: OrganizationConfig): Record<string, unknown> {
  const stored = config.moodle
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {}
}
