import { api } from '$lib/api'

/** The sign-in providers, of one organization or of all. */
export const loadChoices = (org: string | undefined) =>
  api.get('/auth/providers', { query: { org }, staysOnRefusal: true, limitMs: 5000 })

/** Only an address of this server that starts a sign-in. Pure. */
export const startUrl = (provider: { id: string }, returnTo: string): string =>
  `/auth/${encodeURIComponent(provider.id)}/start?${new URLSearchParams({ return_to: returnTo })}`
