import { untyped as api } from '$lib/api'

export const SETTINGS_PATH = '/creator/admin/org-admin'

/**
 * Requests for the settings of one organization. `org`: an organization other than the user's own, for system admins.
 */
export function settingsRequests(org: string | undefined) {
  const query = { org }
  return {
    query,
    get:
      <T>(path: string) =>
      (signal: AbortSignal): Promise<T> =>
        api.get(SETTINGS_PATH + path, { query, signal }),
    put: <T>(path: string, body: unknown): Promise<T> => api.put(SETTINGS_PATH + path, body, { query }),
    post: <T>(path: string, body?: unknown): Promise<T> => api.post(SETTINGS_PATH + path, body, { query }),
  }
}

export interface TestResult {
  success: boolean
  message: string
}
