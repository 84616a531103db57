import { api } from '$lib/api'

/** All organizations; only for system admins. */
export const listOrganizations = async (signal: AbortSignal) =>
  (await api.get('/organizations', { signal })).organizations
