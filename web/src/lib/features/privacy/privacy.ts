import { api, download } from '$lib/api'

export const readOwnPrivacy = (signal: AbortSignal) => api.get('/account/privacy', { signal })
export const saveConsent = (show_name: boolean) => api.put('/account/privacy', { body: { show_name } })

export const downloadOwnData = () => download('get', '/account/export', 'personal-data.zip')
export const deleteOwnAccount = (email: string) => api.post('/account/deletion', { body: { email } })
export const downloadMemberData = (org = 'current', id: number) =>
  download('post', '/organizations/{slug}/members/{id}/export', 'personal-data.zip', {
    params: { slug: org, id },
  })
