import type { OwnPrivacy, PrivacySettings } from '@bellwether/wire'
import { untyped as api } from '$lib/api'

/** `org`: an organization other than the user's own, for system admins. */
const settingsPath = (org: string | undefined): string => `/organizations/${org ?? 'current'}/privacy`

export const readPrivacy = (org: string | undefined, signal: AbortSignal): Promise<PrivacySettings> =>
  api.get(settingsPath(org), { signal })
export const savePrivacy = (org: string | undefined, settings: PrivacySettings): Promise<unknown> =>
  api.put(settingsPath(org), settings)

export const readOwnPrivacy = (signal: AbortSignal): Promise<OwnPrivacy> =>
  api.get('/account/privacy', { signal })
export const saveConsent = (show_name: boolean): Promise<OwnPrivacy> =>
  api.put('/account/privacy', { show_name })

export const downloadOwnData = (): Promise<void> => api.download('/account/export', 'personal-data.zip')
export const deleteOwnAccount = (email: string): Promise<unknown> => api.post('/account/deletion', { email })
export const downloadMemberData = (org: string | undefined, id: number): Promise<void> =>
  api.download(`/organizations/${org ?? 'current'}/members/${id}/export`, 'personal-data.zip', 'POST')
