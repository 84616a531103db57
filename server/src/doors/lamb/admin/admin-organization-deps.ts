import type { OrganizationService } from '../../../modules/organizations/organization.service.ts'
import type { OrganizationStats } from '../../../modules/organizations/organization-stats.ts'
import type { MembershipService } from '../../../modules/users/index.ts'
import type { UserAdminService } from '../../../modules/users/user-admin.service.ts'
import type { Config } from '../../../platform/config.ts'

export interface AdminOrganizationDeps {
  config: Config
  organizations: OrganizationService
  membership: MembershipService
  userAdmin: Pick<UserAdminService, 'list'>
  stats: OrganizationStats
}
