import type { PrivacySettings } from '@bellwether/wire'
import { api, download } from '$lib/api'

/** `org`: an organization other than the user's own, for system admins. */
export const readPrivacy = (org = 'current', signal: AbortSignal) =>
  api.get('/organizations/{slug}/privacy', { params: { slug: org }, signal })
export const savePrivacy = (org = 'current', body: PrivacySettings) =>
  api.put('/organizations/{slug}/privacy', { params: { slug: org }, body })

export const readOwnPrivacy = (signal: AbortSignal) => api.get('/account/privacy', { signal })
export const saveConsent = (show_name: boolean) => api.put('/account/privacy', { body: { show_name } })

export const downloadOwnData = () => download('get', '/account/export', 'personal-data.zip')
export const deleteOwnAccount = (email: string) => api.post('/account/deletion', { body: { email } })
export const downloadMemberData = (org = 'current', id: number) =>
  download('post', '/organizations/{slug}/members/{id}/export', 'personal-data.zip', {
    params: { slug: org, id },
  })
