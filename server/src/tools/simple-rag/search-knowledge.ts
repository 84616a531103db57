import {
  type Knowledge,
  type Question,
  queryExternal,
  type SourceLinks,
  textOf,
} from '../../modules/knowledge/index.ts'
import { findKnowledgeServer, type OrganizationSettings } from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { SearchKnowledge } from './simple-rag.tool.ts'

export interface SearchKnowledgeDeps {
  config: Config
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  knowledge: Pick<Knowledge, 'searchForOwner' | 'findOpen' | 'findEmpty'>
  sourceLinks: Pick<SourceLinks, 'linkTo'>
}

/** Searches the organization's own knowledge server if it has one, otherwise ours. */
export const createSearchKnowledge =
  ({ config, outbound, settingsOf, knowledge, sourceLinks }: SearchKnowledgeDeps): SearchKnowledge =>
  async (owner, collections, question, settings, signal) => {
    const server = findKnowledgeServer(await settingsOf(owner.organizationId), config)
    if (!server) {
      const { passages, grade, missing, nearest } = await searchEach(
        knowledge,
        owner,
        collections,
        question,
        settings,
        signal,
      )
      return {
        failed: missing,
        grade,
        nearest,
        passages: passages.map(({ page, page_end, slide, sheet, time, source_url, ...passage }) => ({
          ...passage,
          page: page ?? undefined,
          page_end: page_end ?? undefined,
          slide: slide ?? undefined,
          sheet: sheet ?? undefined,
          time: time ?? undefined,
          url: source_url ?? sourceLinks.linkTo({ ...passage, file: Number(passage.file_id) }),
        })),
      }
    }
    const answers = await Promise.allSettled(
      collections.map((collection) =>
        queryExternal(outbound, server, collection, textOf(question), settings, signal),
      ),
    )
    signal.throwIfAborted()
    const allPassages = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    return {
      grade: allPassages.length > 0 ? 'found' : 'nothing',
      // The server ranks each collection separately, but with the same measure.
      passages: allPassages.sort((a, b) => b.similarity - a.similarity),
      failed: collections.filter((_one, at) => answers[at]?.status === 'rejected'),
    }
  }

/** Best first. */
const GRADES = ['found', 'perhaps', 'nothing'] as const

/**
 * `topK` applies to each knowledge base, as in LAMB: a large one must not crowd out a small one. Results are
 * sorted over all of them, best first.
 */
async function searchEach(
  knowledge: Pick<Knowledge, 'searchForOwner'>,
  owner: Parameters<SearchKnowledge>[0],
  collections: readonly string[],
  question: Question,
  settings: Parameters<SearchKnowledge>[3],
  signal: AbortSignal,
) {
  const answers = await Promise.all(
    collections.map((collection) =>
      knowledge.searchForOwner(owner, [collection], question, settings, signal),
    ),
  )
  const one = answers.length === 1 ? answers[0] : undefined
  return {
    grade: GRADES.find((grade) => answers.some((answer) => answer.grade === grade)) ?? 'nothing',
    passages:
      one?.passages ??
      answers.flatMap(({ passages }) => passages).sort((a, b) => b.similarity - a.similarity),
    nearest: answers.flatMap(({ nearest = [] }) => nearest),
    missing: answers.flatMap(({ missing }) => missing),
  }
}

/**
 * Returns those that an assistant of this owner can't search. For an organization's own server, this is not
 * known until it is queried.
 */
export const createMissingCollections =
  ({ config, settingsOf, knowledge }: SearchKnowledgeDeps) =>
  async (
    owner: { userId: number; organizationId: number },
    collections: readonly string[],
  ): Promise<string[]> => {
    if (findKnowledgeServer(await settingsOf(owner.organizationId), config)) return []
    return (await knowledge.findOpen(owner, collections)).missing
  }

/** Returns those without documents. Unknown for an organization's own server. */
export const createEmptyCollections =
  ({ config, settingsOf, knowledge }: SearchKnowledgeDeps) =>
  async (
    owner: { userId: number; organizationId: number },
    collections: readonly string[],
  ): Promise<string[]> => {
    if (findKnowledgeServer(await settingsOf(owner.organizationId), config)) return []
    return knowledge.findEmpty(owner, collections)
  }
