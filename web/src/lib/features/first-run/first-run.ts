import { api, untyped } from '$lib/api'

export const askFirstRun = (signal?: AbortSignal) => api.get('/first-run', { staysOnRefusal: true, signal })

export const createFirstAdmin = (body: { code: string; name: string; email: string; password: string }) =>
  api.post('/first-run/admin', { body, staysOnRefusal: true })

const SETTINGS = '/creator/admin/org-admin/settings/api'

export const PROVIDERS = ['openai', 'anthropic', 'ollama', 'google'] as const
export type Provider = (typeof PROVIDERS)[number]
export const PROVIDER_NAMES: Record<Provider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  ollama: 'Ollama',
  google: 'Google Gemini',
}

export interface ProviderTest {
  success: boolean
  message: string
  models: string[]
}

/** Saved first: the test uses the stored settings, so that a successful test means that it works. */
export async function connectProvider(
  provider: Provider,
  settings: { api_key: string; base_url: string },
): Promise<ProviderTest> {
  const filled = Object.fromEntries(Object.entries(settings).filter(([, text]) => text.trim() !== ''))
  await untyped.put(SETTINGS, { providers: { [provider]: { ...filled, enabled: true } } })
  return untyped.post(`${SETTINGS}/test`, { provider })
}
