import { type NewNote, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, isAppError } from '../../../platform/errors.ts'
import type { AssistantInContext } from '../../assistants/index.ts'
import type { Knowledge } from '../../knowledge/index.ts'

export interface NoteDeps {
  knowledge: Pick<Knowledge, 'bases' | 'documents'>
  /** Ids of the knowledge bases that the assistant searches. */
  knowledgeBasesOf(assistant: AssistantInContext): readonly number[]
}

const PLUGIN = 'simple_ingest'
const MAX_NAME = 80

/** Answers that an educator writes; they become documents of a knowledge base of the assistant. */
export function createNotes({ knowledge, knowledgeBasesOf }: NoteDeps) {
  return {
    basesOf: (assistant: AssistantInContext): number[] => [...knowledgeBasesOf(assistant)],

    /** The knowledge bases of the assistant to which the caller may add documents. */
    async writableBases(caller: UserCaller, assistant: AssistantInContext) {
      const bases: { id: string; name: string }[] = []
      for (const id of knowledgeBasesOf(assistant)) {
        const base = await knowledge.bases.getFor(caller, 'edit', id).catch(ignoreDenied)
        if (base) bases.push({ id: String(base.id), name: base.name })
      }
      return bases
    },

    async add(caller: UserCaller, assistant: AssistantInContext, note: NewNote) {
      const { question, answer, knowledge_base_id } = note
      if (!knowledgeBasesOf(assistant).includes(knowledge_base_id))
        throw badRequest(say('activity.foreign_knowledge_base'))
      const file = await knowledge.documents.add(caller, knowledge_base_id, {
        name: toFileName(question),
        contentType: 'text/markdown',
        bytes: Buffer.from(`# ${question.replace(/\s+/g, ' ')}\n\n${answer}\n`),
        pluginName: PLUGIN,
        pluginParams: {},
      })
      return { id: String(file.id), knowledge_base_id: String(knowledge_base_id), name: file.name }
    },
  }
}

function ignoreDenied(error: unknown): undefined {
  if (isAppError(error) && (error.code === 'not_found' || error.code === 'forbidden')) return undefined
  throw error
}

/** The question as a file name. */
function toFileName(question: string): string {
  const words = question.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
  return `${words.slice(0, MAX_NAME).trim() || 'note'}.md`
}
