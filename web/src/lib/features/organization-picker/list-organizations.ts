import type { OrganizationRecord } from '@bellwether/wire'
import { untyped as api } from '$lib/api'

/** All organizations; only for system admins. */
export const listOrganizations = (signal: AbortSignal): Promise<OrganizationRecord[]> =>
  api.get('/creator/admin/organizations', { signal })
