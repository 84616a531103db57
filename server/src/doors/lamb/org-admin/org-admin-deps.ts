import type { Knowledge } from '../../../modules/knowledge/knowledge.ts'
import type { OrganizationService } from '../../../modules/organizations/organization.service.ts'
import type { OrganizationStats } from '../../../modules/organizations/organization-stats.ts'
import type { BulkImportService } from '../../../modules/users/index.ts'
import type { UserAdminService } from '../../../modules/users/user-admin.service.ts'
import type { Config } from '../../../platform/config.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { ApiStatus } from './org-admin-api-status.ts'
import type { SearchModels } from './org-admin-settings-search.routes.ts'

export interface OrgAdminDeps {
  config: Config
  organizations: OrganizationService
  stats: OrganizationStats
  userAdmin: UserAdminService
  bulkImport: BulkImportService
  apiStatus: ApiStatus
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
  searchModels: SearchModels
  /** Hears that an organization embeds its documents another way. */
  knowledge: Pick<Knowledge, 'embeddingsChanged'>
}
