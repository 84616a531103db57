import type { OrganizationService, OrganizationStats } from '../../../modules/organizations/index.ts'
import type { MembershipService, UserAdminService } from '../../../modules/users/index.ts'
import type { Config } from '../../../platform/config.ts'

export interface AdminOrganizationDeps {
  config: Config
  organizations: OrganizationService
  membership: MembershipService
  userAdmin: Pick<UserAdminService, 'list'>
  stats: OrganizationStats
}
