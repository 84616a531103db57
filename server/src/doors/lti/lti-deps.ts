import type { Lti } from '../../modules/lti/index.ts'
import type { OrganizationService } from '../../modules/organizations/index.ts'
import type { BrowserSessions, UserService } from '../../modules/users/index.ts'

export interface LtiDoorDeps {
  lti: Lti
  organizations: Pick<OrganizationService, 'getFor' | 'getRow'>
  users: Pick<UserService, 'checkPassword' | 'findById'>
  browserSessions: Pick<BrowserSessions, 'begin'>
  publicUrl: string
  trustProxy: boolean
}

export const LTI_TAG = 'LTI'
export const LAMB_TAG = 'LAMB: LTI 1.1'
