import type { OrganizationRow, OrganizationService } from '../../../modules/organizations/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Versioned } from './org-admin-api-status.ts'

/**
 * The organization that an admin acts in: their own, or the one that `?org=` names if they are a system
 * admin. Any other organization gives 404.
 */
export const actingIn = (
  organizations: Pick<OrganizationService, 'getFor'>,
  caller: UserCaller,
  query: { org: string | undefined },
): Promise<OrganizationRow> => organizations.getFor(caller, 'edit', query.org)

export const versioned = async (
  organizations: Pick<OrganizationService, 'toSettings'>,
  row: OrganizationRow,
): Promise<Versioned> => ({ ...(await organizations.toSettings(row)), version: row.version })
