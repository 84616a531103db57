import type { BudgetService } from '../../../modules/budgets/index.ts'
import type { Lti } from '../../../modules/lti/index.ts'
import type {
  OrganizationRow,
  OrganizationService,
  OrganizationStats,
  ProviderService,
} from '../../../modules/organizations/index.ts'
import type { BulkImportService, UserAdminService } from '../../../modules/users/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Config } from '../../../platform/config.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'

export interface OrgAdminDeps {
  config: Config
  organizations: OrganizationService
  lti: Pick<Lti, 'activities' | 'keys'>
  stats: OrganizationStats
  budgets: Pick<BudgetService, 'countUsedUp'>
  userAdmin: UserAdminService
  bulkImport: BulkImportService
  providers: ProviderService
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
}

/**
 * The organization that an admin acts in: their own, or the one that `?org=` names if they are a system
 * admin. Any other organization gives 404.
 */
export const actingIn = (
  organizations: Pick<OrganizationService, 'getFor'>,
  caller: UserCaller,
  query: { org: string | undefined },
): Promise<OrganizationRow> => organizations.getFor(caller, 'edit', query.org)
