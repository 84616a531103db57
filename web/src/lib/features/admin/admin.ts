import type {
  JobList,
  JobQuery,
  OrganizationRecord,
  SystemProblem,
  UserList,
  UserRecord,
} from '@bellwether/wire'
import { type PeoplePage, type PeopleView, toPage } from '$features/people/people-view.ts'
import { ApiError, untyped as api } from '$lib/api'
import { send } from '$lib/api/client.ts'
import { errorMessage } from '$lib/errors/error-message.ts'
import { parseMetrics, type Summary, summarize } from './metrics.ts'
import { readStatus } from './status/status.ts'

export const TABS = ['organizations', 'users', 'audit', 'jobs', 'import', 'health'] as const
export type Tab = (typeof TABS)[number]

const ORGANIZATIONS = '/creator/admin/organizations'
const USERS = '/creator/admin/users'

export const createOrganization = (draft: object): Promise<OrganizationRecord> =>
  api.post(ORGANIZATIONS, draft)
export const setStatus = (slug: string, status: OrganizationRecord['status']): Promise<unknown> =>
  api.put(`${ORGANIZATIONS}/${slug}`, { status })
/** The dialog has explained that its members move to the system organization. */
export const deleteOrganization = (slug: string): Promise<unknown> =>
  api.delete(`/organizations/${slug}`, { query: { users: 'move' } })

export async function listUsers(view: PeopleView, signal: AbortSignal): Promise<PeoplePage<UserRecord>> {
  const { data, total = 0 } = await api.get<UserList>('/creator/users', { query: toPage(view), signal })
  return { people: data, total }
}
export const createUser = (draft: object): Promise<unknown> => api.post(`${USERS}/create`, draft)
export const setEnabled = (id: number, enabled: boolean): Promise<unknown> =>
  api.put(`${USERS}/${id}/${enabled ? 'enable' : 'disable'}`)
export const setSystemRole = (id: number, role: 'admin' | 'user'): Promise<unknown> =>
  api.put(`${USERS}/${id}/update-role`, { role })
export const deleteUser = (id: number): Promise<unknown> => api.delete(`${USERS}/${id}`)

export const JOB_FILTERS = ['all', 'waiting', 'running', 'failed'] as const satisfies JobQuery['status'][]
export const JOBS_SHOWN = 100
export const listJobs = (status: JobQuery['status'], signal: AbortSignal): Promise<JobList> =>
  api.get(`/jobs?status=${status}&limit=${JOBS_SHOWN}`, { signal })

export interface Health {
  version: string
  isReady: boolean
  /** Why it could not be changed. */
  reason: string
  /** Undefined while the database is away. */
  summary: Summary | undefined
  problems: readonly SystemProblem[]
}

export async function readHealth(signal: AbortSignal): Promise<Health> {
  const [health, ready, metrics, status] = await Promise.all([
    api.get<{ version: string }>('/health', { signal }),
    api.get('/ready', { signal }).then(
      () => '',
      (error: unknown) => {
        if (error instanceof ApiError && error.status >= 500) return errorMessage(error)
        throw error
      },
    ),
    // Without a database, no one is known to be an admin.
    send('GET', '/system/metrics', undefined, { signal }).then(
      (response) => response.text(),
      (error: unknown) => {
        if (error instanceof ApiError && error.status >= 500) return undefined
        throw error
      },
    ),
    // Without a database there is no status; the page says so.
    readStatus(signal).catch(() => undefined),
  ])
  return {
    version: health.version,
    isReady: ready === '',
    reason: ready,
    summary: metrics === undefined ? undefined : summarize(parseMetrics(metrics)),
    problems: status?.problems ?? [],
  }
}

/** "Faculty of Arts & Law" → "faculty-of-arts-law". Pure. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
