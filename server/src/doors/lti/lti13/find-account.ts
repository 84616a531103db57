import {
  courseRoleOf,
  LaunchRefused,
  type LtiClaims,
  type PlatformRow,
  platformKey,
  providerOf,
} from '../../../modules/lti/index.ts'
import type { UserAccount } from '../../../modules/users/index.ts'
import { isAppError, isUnavailable } from '../../../platform/errors.ts'
import type { LtiDoorDeps } from '../lti-deps.ts'

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
