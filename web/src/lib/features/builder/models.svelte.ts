import type { ToolInfo } from '@bellwether/wire'
import { Loadable } from '$features/common/load.svelte.ts'
import { api } from '$lib/api'

export interface ConnectorChoice {
  name: string
  available_llms: string[]
  metadata?: { name?: string; description?: string; capabilities?: { vision_input?: boolean } }
  models?: { id: string; display_name: string }[]
}

/** What an assistant can be made of on this server. */
export interface Capabilities {
  prompt_processors: string[]
  connectors: Record<string, ConnectorChoice>
  rag_processors: string[]
  tools: ToolInfo[]
}

export const capabilities = new Loadable((signal) => api.get<Capabilities>('/completions/list', { signal }))

export interface Defaults {
  connector: string
  llm: string
  system_prompt: string
  prompt_template: string
}
export const getDefaults = (signal?: AbortSignal): Promise<Defaults> =>
  api.get('/creator/assistant/defaults', signal ? { signal } : {})

/** For people, not for programs: only what answers. */
export const shownConnectors = (list: Capabilities, chosen: string): ConnectorChoice[] =>
  Object.values(list.connectors).filter(
    ({ name, available_llms }) =>
      name === chosen || name === 'quotes' || (name !== 'bypass' && available_llms.length > 0),
  )
