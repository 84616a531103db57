import type { Capabilities, ConnectorChoice } from '@bellwether/wire'
import { api } from '$lib/api'
import { Loadable } from '$lib/state/loadable.svelte.ts'

export type { Capabilities, ConnectorChoice }

export const capabilities = new Loadable((signal) => api.get('/completions/list', { signal }))

export type Defaults = Awaited<ReturnType<typeof getDefaults>>
export const getDefaults = (signal?: AbortSignal) => api.get('/assistants/defaults', { signal })

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
