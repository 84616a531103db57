import { type Message, type MoodleTested, say, toMessageBody } from '@bellwether/wire'
import type { MoodleSettings } from '../../modules/organizations/index.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { createMoodleClient, MoodleFailure, NEEDED_FUNCTIONS } from './moodle-client.ts'

const LIMIT_MS = 8000

/** Whether Moodle responds, accepts the token and allows the functions that the tools need. */
export async function testMoodle(
  outbound: Pick<Outbound, 'trusted' | 'guarded'>,
  settings: MoodleSettings,
  signal: AbortSignal,
): Promise<MoodleTested> {
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
