import { api } from '$lib/api'

export const askFirstRun = (signal?: AbortSignal) => api.get('/first-run', { staysOnRefusal: true, signal })

export const createFirstAdmin = (body: { code: string; name: string; email: string; password: string }) =>
  api.post('/first-run/admin', { body, staysOnRefusal: true })

export const PROVIDERS = ['openai', 'anthropic', 'ollama', 'google'] as const
export type Provider = (typeof PROVIDERS)[number]
export const PROVIDER_NAMES: Record<Provider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
  google: 'Google Gemini',
}

const params = { slug: 'current' }

/** Saved first: the test uses the stored settings, so that a successful test means that it works. */
export async function connectProvider(provider: Provider, settings: { api_key: string; base_url: string }) {
  const filled = Object.fromEntries(Object.entries(settings).filter(([, text]) => text.trim() !== ''))
  await api.patch('/organizations/{slug}/providers', {
    params,
    body: { providers: { [provider]: { ...filled, enabled: true } } },
  })
  return api.post('/organizations/{slug}/providers/test', { params, body: { provider } })
}
