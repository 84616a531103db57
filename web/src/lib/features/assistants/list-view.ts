import type { AssistantScope } from '@bellwether/wire'

export const SCOPES = ['mine', 'shared', 'published'] as const satisfies readonly AssistantScope[]
export type Scope = (typeof SCOPES)[number]
export const TYPES = ['all', 'classic', 'multi_tool', 'orchestrator', 'agent'] as const
export type TypeFilter = (typeof TYPES)[number]

/** The server pages the list, so that ten thousand items load as fast as ten. */
export const PAGE_SIZE = 25

export interface ListView {
  scope: Scope
  type: TypeFilter
  search: string
  offset: number
}

/** The view is in the URL, so that reload, back and shared links show the same list. */
export function readView(query: URLSearchParams): ListView {
  const page = Number(query.get('page') ?? 1)
  return {
    scope: SCOPES.find((scope) => scope === query.get('scope')) ?? 'mine',
    type: TYPES.find((type) => type === query.get('type')) ?? 'all',
    search: (query.get('search') ?? '').slice(0, 200),
    offset: Number.isInteger(page) && page > 0 ? (page - 1) * PAGE_SIZE : 0,
  }
}

export function writeView(view: ListView): string {
  const query = new URLSearchParams()
  if (view.scope !== 'mine') query.set('scope', view.scope)
  if (view.type !== 'all') query.set('type', view.type)
  if (view.search !== '') query.set('search', view.search)
  if (view.offset > 0) query.set('page', String(view.offset / PAGE_SIZE + 1))
  return query.size === 0 ? '' : `?${query}`
}
