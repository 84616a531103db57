import { type DeepLinkingSettings, LaunchRefused } from '../../../modules/lti/index.ts'
import type { Reply } from '../../../platform/http/endpoint.ts'
import type { LtiDoorDeps } from '../lti-deps.ts'
import { redirect } from '../lti11/read-request.ts'
import type { PersonalLaunch } from '../lti13/verified-launch.ts'
import { languageFor, noAccountPage } from '../pages/launch-page.ts'

/** The page on which an educator chooses assistants for a course. */
export const toChoosePath = (token: string): string => `/launch/choose?${new URLSearchParams({ token })}`

/** Answers a deep linking request. The return address stays on the server: it is part of what the LMS signed. */
export async function startChoosing(
  { lti }: LtiDoorDeps,
  { platform, claims, user, link, frameOrigins, exchange }: PersonalLaunch,
  settings: DeepLinkingSettings,
): Promise<Reply> {
  if (!settings.acceptsLinks) throw new LaunchRefused('no_links_accepted')
  const deepLink = { platformId: platform.id, deploymentId: claims.deploymentId, settings }
  if (user.user_type !== 'creator') {
    const token = await lti.tokens.issue('link', { ...link, deepLink }, frameOrigins)
    const path = `/lamb/v1/lti/link-account?${new URLSearchParams({ token })}`
    return noAccountPage(languageFor(exchange, claims.locale), frameOrigins, path)
  }
  const data = { ...deepLink, userId: user.id, contextTitle: link.contextTitle }
  return redirect(toChoosePath(await lti.tokens.issue('choose', data, frameOrigins)))
}
