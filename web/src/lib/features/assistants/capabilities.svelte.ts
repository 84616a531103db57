import type { ToolInfo } from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import { Loadable } from '$lib/state/loadable.svelte.ts'

export interface ConnectorChoice {
  name: string
  available_llms: string[]
  metadata?: { name?: string; description?: string; capabilities?: { vision_input?: boolean } }
  models?: { id: string; display_name: string }[]
}

/** The components available for assistants on this server. */
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

const RAG_PROCESSORS = [
  'no_rag',
  'simple_rag',
  'context_aware_rag',
  'hierarchical_rag',
  'single_file_rag',
  'rubric_rag',
]

/** The RAG processors to show: those of LAMB's form, and the server's own ones. The server lists all tools. */
export const ragProcessors = ({ rag_processors: listed, tools }: Capabilities, current: string): string[] => {
  const legacy = tools.filter(({ category }) => category === 'legacy').map(({ name }) => name)
  return [
    ...new Set([
      'no_rag',
      current,
      ...[...RAG_PROCESSORS, ...legacy].filter((name) => listed.includes(name)),
    ]),
  ]
}

/** The connectors to show: only those that answer. */
export const shownConnectors = (list: Capabilities, current: string): ConnectorChoice[] =>
  Object.values(list.connectors).filter(
    ({ name, available_llms }) =>
      name === current || name === 'quotes' || (name !== 'bypass' && available_llms.length > 0),
  )
