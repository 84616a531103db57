import type { PlatformRow } from '../../../modules/lti/index.ts'
import { courseRoleOf, type LaunchedLink, LaunchRefused, type LtiClaims } from '../../../modules/lti/index.ts'
import type { UserWithStanding } from '../../../modules/users/index.ts'
import { isAppError } from '../../../platform/errors.ts'
import type { Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { LtiDoorDeps } from '../lti-deps.ts'
import { toEnterPath } from '../lti11/launch.routes.ts'
import { redirect } from '../lti11/read-request.ts'
import { languageFor, noAccountPage, waitingPage } from '../pages/launch-page.ts'

export interface VerifiedLaunch {
  platform: PlatformRow
  claims: LtiClaims
  frameOrigins: string
}

/** Links and people are unique within a client of an LMS and one organization. */
const platformKey = ({ organization_id, issuer, client_id }: PlatformRow): string =>
  `1.3 ${organization_id} ${issuer} ${client_id}`

/** What follows a verified launch: the chat for students, set-up or dashboard for teachers. */
export async function completeLaunch(
  deps: LtiDoorDeps,
  { platform, claims, frameOrigins }: VerifiedLaunch,
  exchange: Exchange,
): Promise<Reply> {
  const { tokens, accounts, activities } = deps.lti
  const resourceLink = claims.resourceLink
  if (!resourceLink) throw new LaunchRefused('missing_claim', 'resource_link')
  const role = courseRoleOf(claims.roles)
  const user = await findAccount(deps, platform, claims)
  const lmsUserId = claims.sub
  const key = platformKey(platform)
  const activity = await activities.findByLink(key, resourceLink.id)
  if (!activity) {
    const language = languageFor(exchange, claims.locale)
    if (role !== 'staff') return waitingPage(language, frameOrigins)
    const link: LaunchedLink = {
      platform: key,
      lmsUserId,
      name: claims.name,
      resourceLinkId: resourceLink.id,
      contextId: claims.context.id,
      contextTitle: claims.context.title,
      linkTitle: resourceLink.title,
      organizationId: platform.organization_id,
    }
    if (user.user_type !== 'creator') {
      const token = await tokens.issue('link', link, frameOrigins)
      const path = `/lamb/v1/lti/link-account?${new URLSearchParams({ token })}`
      return noAccountPage(language, frameOrigins, path)
    }
    const token = await tokens.issue('setup', { ...link, userId: user.id }, frameOrigins)
    return redirect(`/launch/setup?${new URLSearchParams({ token })}`)
  }
  if (activity.status !== 'active') throw new LaunchRefused('activity_disabled')
  await accounts.joinActivity({ id: activity.id, role, lmsUserId }, user.id)
  if (role === 'staff') {
    const data = { activityId: activity.id, userId: user.id, lmsUserId, name: claims.name }
    const token = await tokens.issue('dashboard', data, frameOrigins)
    return redirect(`/launch/dashboard?${new URLSearchParams({ token })}`)
  }
  const data = { userId: user.id, activityId: activity.id }
  return redirect(toEnterPath(await tokens.issue('enter', data, frameOrigins)))
}

/** Accounts are linked by e-mail only if the address is verified, and only within the platform's organization. */
async function findAccount(
  { lti, externalIdentities }: LtiDoorDeps,
  platform: PlatformRow,
  claims: LtiClaims,
): Promise<UserWithStanding> {
  const canBuild = courseRoleOf(claims.roles) === 'staff' && platform.staff_can_build === 1
  const isEmailVerified = claims.isEmailVerified || platform.trusts_email === 1
  const user = await externalIdentities
    .signIn({
      provider: `lti ${platformKey(platform)}`,
      subject: claims.sub,
      email: isEmailVerified ? claims.email : undefined,
      isEmailVerified,
      name: claims.name,
      organizationId: platform.organization_id,
      userType: canBuild ? 'creator' : 'end_user',
      isTrusted: false,
      whenEmailTaken: 'omit-email',
    })
    .catch((error: unknown) => {
      if (!isAppError(error)) throw error
      throw new LaunchRefused(error.code === 'forbidden' ? 'account_elsewhere' : 'account_disabled')
    })
  if (!canBuild || user.user_type === 'creator') return user
  // A student who teaches another course is never treated as a student there without notice.
  await lti.accounts.allowBuilding(user.id)
  return { ...user, user_type: 'creator' }
}
