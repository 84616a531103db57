import type { LaunchedLink, LtiClaims, PlatformRow } from '../../../modules/lti/index.ts'
import type { UserAccount } from '../../../modules/users/index.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'

export interface VerifiedLaunch {
  platform: PlatformRow
  claims: LtiClaims
  frameOrigins: string
}

/** A verified launch of a known person. */
export interface PersonalLaunch extends VerifiedLaunch {
  user: UserAccount
  link: LaunchedLink
  exchange: Exchange
}
