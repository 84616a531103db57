import type { BudgetService } from '../../../modules/budgets/index.ts'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import type { Lti } from '../../../modules/lti/index.ts'
import type { OrganizationService, OrganizationStats } from '../../../modules/organizations/index.ts'
import type { BulkImportService, UserAdminService } from '../../../modules/users/index.ts'
import type { Config } from '../../../platform/config.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { ApiStatus } from './org-admin-api-status.ts'
import type { KnowledgeModels } from './org-admin-settings-search.routes.ts'

export interface OrgAdminDeps extends KnowledgeModels {
  config: Config
  organizations: OrganizationService
  lti: Pick<Lti, 'activities' | 'keys'>
  stats: OrganizationStats
  budgets: Pick<BudgetService, 'countUsedUp'>
  userAdmin: UserAdminService
  bulkImport: BulkImportService
  apiStatus: ApiStatus
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
  /** Notified when an organization changes its embedding model. */
  knowledge: Pick<Knowledge, 'embeddingsChanged'>
}
