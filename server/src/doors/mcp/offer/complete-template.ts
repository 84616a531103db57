import { say } from '@bellwether/wire'
import type { CompleteRequest } from '@modelcontextprotocol/sdk/types.js'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { type KnowledgeParts, TEMPLATES, visibleBases } from './knowledge-resources.ts'

type Asked = CompleteRequest['params']

/** The protocol's own limit. */
const MAX_VALUES = 100
const MAX_DOCUMENTS = 500

/** Suggestions for the URI of a resource. People know names, but URIs contain numbers. */
export const createCompleteTemplate =
  ({ bases, documents }: Pick<KnowledgeParts, 'bases' | 'documents'>) =>
  async (caller: UserCaller, uri: string, { name, value }: Asked['argument'], context: Asked['context']) => {
    if (!TEMPLATES.includes(uri)) throw notFound('Resource template')
    if (!uri.includes(`{${name}}`) && !uri.includes(`{?${name}}`))
      throw badRequest(say('mcp.no_argument', { name: name.slice(0, 100) }))
    if (name === 'knowledge_base') return toCompletion(fitting(await visibleBases({ bases }, caller), value))
    const base = context?.arguments?.['knowledge_base'] ?? ''
    if (name !== 'document' || !/^[1-9]\d{0,14}$/.test(base)) return toCompletion([])
    await bases.getFor(caller, 'use', Number(base))
    const filter = { status: 'completed' as const, limit: MAX_DOCUMENTS, offset: 0, sortBy: 'name' as const }
    const { files } = await documents.list(caller, Number(base), { ...filter, descending: false })
    const named = files.map((file) => ({ id: file.id, name: `${file.title} ${file.name}` }))
    return toCompletion(fitting(named, value))
  }

function fitting(things: readonly { id: number; name: string }[], written: string): string[] {
  const searchText = written.trim().toLowerCase()
  return things
    .filter(({ id, name }) => String(id).startsWith(searchText) || name.toLowerCase().includes(searchText))
    .map(({ id }) => String(id))
}

export const toCompletion = (values: readonly string[]) => ({
  completion: {
    values: values.slice(0, MAX_VALUES),
    total: values.length,
    hasMore: values.length > MAX_VALUES,
  },
})
