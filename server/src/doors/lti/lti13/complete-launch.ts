import type { ActivityRow, LaunchedLink } from '../../../modules/lti/index.ts'
import {
  type CourseRole,
  courseRoleOf,
  LaunchRefused,
  type LtiClaims,
  type PlatformRow,
  platformKey,
  providerOf,
} from '../../../modules/lti/index.ts'
import type { UserAccount } from '../../../modules/users/index.ts'
import { isAppError, isUnavailable } from '../../../platform/errors.ts'
import type { Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { startChoosing } from '../deep-linking/start-choosing.ts'
import type { LtiDoorDeps } from '../lti-deps.ts'
import { toEnterPath } from '../lti11/launch.routes.ts'
import { redirect } from '../lti11/read-request.ts'
import { languageFor, noAccountPage, waitingPage } from '../pages/launch-page.ts'
import type { PersonalLaunch, VerifiedLaunch } from './verified-launch.ts'

/** Continues a verified launch: the chat for students, set-up or dashboard for teachers, or the choice of content. */
export async function completeLaunch(
  deps: LtiDoorDeps,
  launch: VerifiedLaunch,
  exchange: Exchange,
): Promise<Reply> {
  const { platform, claims } = launch
  const { deepLinking, resourceLink } = claims
  const role = courseRoleOf(claims.roles)
  if (deepLinking && role !== 'staff') throw new LaunchRefused('learner_cannot_choose')
  if (!deepLinking && !resourceLink && claims.linkId === undefined)
    throw new LaunchRefused('missing_claim', 'resource_link')
  const user = await findAccount(deps, platform, claims)
  const link: LaunchedLink = {
    platform: platformKey(platform),
    lmsUserId: claims.sub,
    name: claims.name,
    resourceLinkId: resourceLink?.id ?? '',
    contextId: claims.context.id,
    contextTitle: claims.context.title,
    linkTitle: resourceLink?.title ?? '',
    organizationId: platform.organization_id,
  }
  const personal = { ...launch, user, link, exchange }
  if (deepLinking) return startChoosing(deps, personal, deepLinking)
  const activity = await findActivity(deps, personal, role)
  await noteCourse(deps, personal, role, activity)
  return activity ? openActivity(deps, personal, activity, role) : openUnknown(deps, personal, role)
}

/** Remembers the course, its member, the activity in it and where its grades go. */
async function noteCourse(
  { lti13: { courses, grades } }: LtiDoorDeps,
  { platform, claims, user, link }: PersonalLaunch,
  role: CourseRole,
  activity: ActivityRow | undefined,
): Promise<void> {
  const course = await courses.noteLaunch({
    platform,
    deploymentId: claims.deploymentId,
    context: claims.context,
    membershipsUrl: claims.services.membershipsUrl,
    person: { lmsUserId: claims.sub, name: claims.name, role, userId: user.id },
  })
  if (!course || !activity) return
  await courses.addActivity(course.id, activity.id)
  const place = { activityId: activity.id, courseId: course.id, platformId: platform.id }
  await grades.noteLaunch({ ...place, resourceLinkId: link.resourceLinkId }, claims.services)
}

/** The id of our own link decides: LMSs change their ids when a course is copied. */
async function findActivity(
  { lti }: LtiDoorDeps,
  { link, claims, platform }: PersonalLaunch,
  role: CourseRole,
): Promise<ActivityRow | undefined> {
  const { linkId, lti11, deploymentId } = claims
  if (linkId !== undefined)
    return lti.deepLinks.open(linkId, { ...link, organizationId: platform.organization_id })
  const existing = await lti.activities.findByLink(link.platform, link.resourceLinkId)
  if (existing || !lti11) return existing
  return lti.migration.findActivity({ platform, deploymentId, role, lti11 }, link)
}

/** An activity without assistants: students wait, the first teacher sets it up. */
async function openUnknown(
  { lti }: LtiDoorDeps,
  { user, link, claims, frameOrigins, exchange }: PersonalLaunch,
  role: CourseRole,
): Promise<Reply> {
  const language = languageFor(exchange, claims.locale)
  if (role !== 'staff') return waitingPage(language, frameOrigins)
  if (user.user_type !== 'creator') {
    const token = await lti.tokens.issue('link', link, frameOrigins)
    const path = `/lamb/v1/lti/link-account?${new URLSearchParams({ token })}`
    return noAccountPage(language, frameOrigins, path)
  }
  const token = await lti.tokens.issue('setup', { ...link, userId: user.id }, frameOrigins)
  return redirect(`/launch/setup?${new URLSearchParams({ token })}`)
}

async function openActivity(
  { lti }: LtiDoorDeps,
  { user, link, claims, frameOrigins }: PersonalLaunch,
  activity: ActivityRow,
  role: CourseRole,
): Promise<Reply> {
  const { tokens, accounts } = lti
  const { lmsUserId, name } = link
  if (activity.status !== 'active') throw new LaunchRefused('activity_disabled')
  await accounts.joinActivity({ id: activity.id, role, lmsUserId }, user.id)
  if (role === 'staff') {
    const data = { activityId: activity.id, userId: user.id, lmsUserId, name }
    const token = await tokens.issue('dashboard', data, frameOrigins)
    return redirect(`/launch/dashboard?${new URLSearchParams({ token })}`)
  }
  const data = { userId: user.id, activityId: activity.id, locale: claims.locale }
  return redirect(toEnterPath(await tokens.issue('enter', data, frameOrigins)))
}

/**
 * The account of a person who comes from an LMS: the one they have linked or had with LTI 1.1, or one that is found by a
 * verified e-mail address within the platform's organization, or a new one.
 */
export async function findAccount(
  deps: LtiDoorDeps,
  platform: PlatformRow,
  claims: LtiClaims,
): Promise<UserAccount> {
  const { accounts } = deps.lti
  const canBuild = courseRoleOf(claims.roles) === 'staff' && platform.staff_can_build === 1
  const person = { platform: platformKey(platform), lmsUserId: claims.sub }
  await migrate(deps, platform, claims)
  const linked = await accounts.findLinked(person, platform.organization_id)
  const user = linked ?? (await signIn(deps, platform, claims, canBuild ? 'creator' : 'end_user'))
  if (!canBuild || user.user_type === 'creator') return user
  // A student who teaches another course is never treated as a student there without notice.
  await accounts.allowBuilding(user.id)
  return { ...user, user_type: 'creator' }
}

/** Links the account of LTI 1.1, at the person's first launch with LTI 1.3. */
async function migrate(
  { lti, externalIdentities }: LtiDoorDeps,
  platform: PlatformRow,
  claims: LtiClaims,
): Promise<void> {
  const { lti11, deploymentId, sub } = claims
  if (!lti11) return
  const person = { platform: platformKey(platform), lmsUserId: sub }
  const isKnown =
    (await externalIdentities.isKnown(providerOf(platformKey(platform)), sub)) ||
    (await lti.accounts.findLinked(person, platform.organization_id)) !== undefined
  if (isKnown) return
  const role = courseRoleOf(claims.roles)
  const userId = await lti.migration.findAccount({ platform, deploymentId, role, lti11 })
  if (userId !== undefined) await lti.accounts.link(person, userId)
}

async function signIn(
  { lti, externalIdentities }: LtiDoorDeps,
  platform: PlatformRow,
  claims: LtiClaims,
  userType: 'creator' | 'end_user',
): Promise<UserAccount> {
  const { sub, email } = claims
  const lms = { organizationId: platform.organization_id, issuer: platform.issuer }
  const isEmailVerified =
    email !== undefined &&
    (claims.isEmailVerified || platform.trusts_email === 1) &&
    !(await lti.accounts.isOfAnother(email, { ...lms, lmsUserId: sub }))
  return externalIdentities
    .signIn({
      provider: providerOf(platformKey(platform)),
      subject: sub,
      email: isEmailVerified ? email : undefined,
      isEmailVerified,
      name: claims.name,
      organizationId: platform.organization_id,
      userType,
      isTrusted: false,
      whenEmailTaken: 'omit-email',
    })
    .catch((error: unknown) => {
      if (!isAppError(error) || isUnavailable(error)) throw error
      throw new LaunchRefused(error.code === 'forbidden' ? 'account_elsewhere' : 'account_disabled')
    })
}
