import { type Knowledge, queryExternal, type SourceLinks } from '../modules/knowledge/index.ts'
import { findKnowledgeServer, type OrganizationSettings } from '../modules/organizations/index.ts'
import type { Config } from '../platform/config.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { SearchKnowledge } from '../tools/simple-rag/simple-rag.tool.ts'

export interface SearchKnowledgeDeps {
  config: Config
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  knowledge: Pick<Knowledge, 'searchForOwner' | 'findOpen'>
  sourceLinks: Pick<SourceLinks, 'linkTo'>
}

/** In the organization's own knowledge server where it has one, otherwise in ours. */
export const createSearchKnowledge =
  ({ config, outbound, settingsOf, knowledge, sourceLinks }: SearchKnowledgeDeps): SearchKnowledge =>
  async (owner, collections, question, settings, signal) => {
    const server = findKnowledgeServer(await settingsOf(owner.organizationId), config)
    if (!server) {
      const { passages, missing } = await knowledge.searchForOwner(
        owner,
        collections,
        question,
        settings,
        signal,
      )
      return {
        failed: missing,
        passages: passages.map(({ page, slide, source_url, ...passage }) => ({
          ...passage,
          page: page ?? undefined,
          slide: slide ?? undefined,
          url: source_url ?? sourceLinks.linkTo({ ...passage, file: Number(passage.file_id) }),
        })),
      }
    }
    const answers = await Promise.allSettled(
      collections.map((one) => queryExternal(outbound, server, one, question, settings, signal)),
    )
    signal.throwIfAborted()
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    return {
      // Such a server ranks each collection by itself, but with one measure.
      passages: found.sort((a, b) => b.similarity - a.similarity).slice(0, settings.topK),
      failed: collections.filter((_one, at) => answers[at]?.status === 'rejected'),
    }
  }

/** Which of them an assistant of this owner can't search. Of an organization's own server nothing is known until it is asked. */
export const createMissingCollections =
  ({ config, settingsOf, knowledge }: SearchKnowledgeDeps) =>
  async (
    owner: { userId: number; organizationId: number },
    collections: readonly string[],
  ): Promise<string[]> => {
    if (findKnowledgeServer(await settingsOf(owner.organizationId), config)) return []
    return (await knowledge.findOpen(owner, collections)).missing
  }
