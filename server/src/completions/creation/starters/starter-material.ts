import { parseJsonObject, type ReadPassage } from '@bellwether/wire'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import type { RubricService } from '../../../modules/rubrics/index.ts'
import type { HandOverDeps } from '../../../modules/users/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { isAppError } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/is-object.ts'
import type { AssistantDraft } from '../../plan/completion-plan.ts'

export interface MaterialDeps {
  knowledge: Pick<Knowledge, 'documents'>
  rubrics: Pick<RubricService, 'read'>
  referencesOf: HandOverDeps['referencesOf']
}

export interface MaterialDocument {
  name: string
  passages: readonly ReadPassage[]
}

/** What the assistant's tools read: a sample of its documents, and its rubrics. */
export interface StarterMaterial {
  documents: readonly MaterialDocument[]
  rubrics: readonly { title: string; criteria: readonly string[] }[]
}

const MAX_BASES = 5
const MAX_RUBRICS = 3
const MAX_DOCUMENTS = 5
/** Of each document: from its beginning, and of a long one also from further on. */
const PASSAGES = 48
const PARTS = 3

/** Only what the person may see: an assistant can also use objects of its owner. */
export const createReadMaterial =
  ({ knowledge, rubrics, referencesOf }: MaterialDeps) =>
  async (caller: UserCaller, draft: AssistantDraft): Promise<StarterMaterial> => {
    const { objects } = referencesOf(withoutDisabled(draft))
    const idsOf = (thingKind: string) => objects.filter(({ kind }) => kind === thingKind).map(({ id }) => id)
    const documents: MaterialDocument[] = []
    for (const id of idsOf('knowledge_base').map(Number).filter(Number.isSafeInteger).slice(0, MAX_BASES)) {
      const room = MAX_DOCUMENTS - documents.length
      if (room > 0) documents.push(...((await ifVisible(readBase(knowledge, caller, id, room))) ?? []))
    }
    const visibleRubrics = await Promise.all(
      idsOf('rubric')
        .slice(0, MAX_RUBRICS)
        .map((id) => ifVisible(rubrics.read(caller, id))),
    )
    return {
      documents,
      rubrics: visibleRubrics.flatMap((rubric) =>
        rubric ? [{ title: rubric.title, criteria: rubric.sheet.criteria.map(({ name }) => name) }] : [],
      ),
    }
  }

/** The assistant can't answer from a tool that is turned off. */
function withoutDisabled(draft: AssistantDraft): AssistantDraft {
  const { tools, ...settings } = parseJsonObject(draft.metadata) ?? {}
  if (!Array.isArray(tools)) return draft
  const enabled = tools.filter((entry: unknown) => !isObject(entry) || entry['enabled'] !== false)
  return { ...draft, metadata: JSON.stringify({ ...settings, tools: enabled }) }
}

async function readBase(
  { documents }: MaterialDeps['knowledge'],
  caller: UserCaller,
  base: number,
  limit: number,
): Promise<MaterialDocument[]> {
  const { files } = await documents.list(caller, base, {
    status: 'completed',
    limit,
    offset: 0,
    sortBy: 'created_at',
    descending: false,
  })
  return Promise.all(
    files.map(async ({ id, name, chunk_count: count }) => {
      const pages = await Promise.all(
        sampleOf(count).map((page) => documents.passages(caller, base, id, page)),
      )
      return { name, passages: pages.flat().map(({ heading, text }) => ({ heading: heading ?? '', text })) }
    }),
  )
}

function sampleOf(count: number): { limit: number; offset: number }[] {
  if (count <= PASSAGES) return [{ limit: PASSAGES, offset: 0 }]
  return Array.from({ length: PARTS }, (_, part) => ({
    limit: PASSAGES / PARTS,
    offset: Math.floor((part * count) / PARTS),
  }))
}

async function ifVisible<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') return undefined
    throw error
  }
}
