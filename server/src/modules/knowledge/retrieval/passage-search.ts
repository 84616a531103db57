import type { Passage } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/log.ts'
import { type Question, textOf } from '../../../search/readings/readings.ts'
import type { EmbeddedQuestion } from '../../../search/vectors/semantic-score.ts'
import type { AskedFor } from '../../usage/index.ts'
import { passageRepository } from '../passages/passage.repository.ts'
import { baseRepository, type KnowledgeOwner } from '../records/base.repository.ts'
import { fileRepository } from '../records/file.repository.ts'
import { readSettings } from '../records/records.ts'
import {
  type FoundPassages,
  joinSection,
  type NearestDocument,
  type Placed,
  toPassage,
  withoutScores,
} from './passages.ts'
import { rerankPassages } from './rerank-passages.ts'
import type { Searcher } from './searcher/searcher.ts'
import type { EmbedQuery } from './vectors/embed-query.ts'
import type { Reranker } from './vectors/embedder.ts'
import { type ServedBase, type Serving, versionOf } from './vectors/serving.ts'

/** Maximum characters of a knowledge base that goes into the prompt as a whole. */
const WHOLE_CHARACTERS = 100_000
/** Documents that are named if none answers the question. */
const NEAREST = 3
const MAX_OPENING = 300
/** Number of passages for the reranker. */
const RERANKED = 50

export interface SearchSettings {
  topK: number
  /** Minimum similarity. */
  threshold: number
  /** Returns whole sections instead of passages. */
  sections?: boolean
  /** The person to charge if a model is used. */
  askedFor?: AskedFor | undefined
}

export interface SearchedBase extends ServedBase {
  /** Whether its documents are returned whole while they are small. */
  wholeDocuments: boolean
}

export interface SearchResult extends FoundPassages {
  /** Knowledge bases that don't exist or that the caller can't access. */
  missing: string[]
}

export interface PassageSearchDeps {
  db: Db
  log: Log
  searcher: Searcher
  serving: Serving
  embedQuery: EmbedQuery
  reranker: Reranker
}

const NOTHING = { passages: [], grade: 'nothing' } satisfies Partial<FoundPassages>

export function createPassageSearch(deps: PassageSearchDeps) {
  const finders = createFinders(deps)
  const baseSearch = createSearch(deps, finders)

  return {
    ...baseSearch,
    ...createOwnerSearch(deps, baseSearch),
  }
}

function createFinders({ db }: PassageSearchDeps) {
  /** Adds the text. A document may have been deleted since its passage was found. */
  async function place(chunks: readonly Placed['chunk'][]): Promise<Placed[]> {
    if (chunks.length === 0) return []
    const rows = await passageRepository.find(db, chunks)
    const byPlace = new Map(rows.map((row) => [`${row.file_id}:${row.ordinal}`, row]))
    return chunks.flatMap((chunk) => {
      const row = byPlace.get(`${chunk.file}:${chunk.ordinal}`)
      return row ? [{ chunk, row }] : []
    })
  }

  /** Returns everything, whatever the question, if all bases are set to that and are small enough together. */
  async function wholeDocuments(bases: readonly SearchedBase[]): Promise<FoundPassages | undefined> {
    if (!bases.every(({ wholeDocuments }) => wholeDocuments)) return undefined
    const ids = bases.map(({ id }) => id)
    const characters = await passageRepository.charactersOf(db, ids)
    if (characters === 0 || characters > WHOLE_CHARACTERS) return undefined
    const rows = await passageRepository.allOf(db, ids)
    return { passages: rows.map(withoutScores), grade: 'found', vectors: 'off', reason: 'whole_documents' }
  }

  /** Each section once, at the rank of its best passage. */
  async function toSections(passages: readonly Placed[]): Promise<Passage[]> {
    const best = new Map<string, Placed>()
    for (const passage of passages) {
      const key = `${passage.row.file_id}:${passage.row.parent}`
      if (!best.has(key)) best.set(key, passage)
    }
    const parts = await passageRepository.findParents(
      db,
      [...best.values()].map(({ row }) => ({ file: row.file_id, parent: row.parent })),
    )
    return [...best.values()].map((passage) => joinSection(passage, parts))
  }

  /** How the first documents begin. */
  async function openings(bases: readonly SearchedBase[]): Promise<NearestDocument[]> {
    const ids = bases.map(({ id }) => id)
    const rows = await passageRepository.openingsOf(db, ids, NEAREST)
    return rows.map((row) => ({
      title: row.file_title || row.file_name,
      opening: row.text.slice(0, MAX_OPENING).replace(/[\uD800-\uDBFF]$/, ''),
    }))
  }

  return { wholeDocuments, place, toSections, openings }
}

type Finders = ReturnType<typeof createFinders>

function createSearch(deps: PassageSearchDeps, { wholeDocuments, place, toSections, openings }: Finders) {
  const { searcher, serving, embedQuery } = deps

  /** One ranking over all of them. */
  async function searchBases(
    bases: readonly SearchedBase[],
    question: Question,
    settings: SearchSettings,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<FoundPassages> {
    if (bases.length === 0 || textOf(question).trim() === '') return { ...NOTHING, vectors: 'off' }
    const wholeResult = await wholeDocuments(bases)
    if (wholeResult) return wholeResult
    const organization = bases[0]?.organizationId ?? 0
    const isReranked = await deps.reranker.isSet(organization)
    const { meanings, versions, vectors } = await understand(
      bases,
      textOf(question),
      signal,
      settings.askedFor,
    )
    const count = settings.sections ? settings.topK * 4 : settings.topK
    const limit = isReranked ? Math.max(count, RERANKED) : count
    const { chunks, grade } = await searcher.search(versions, question, limit, meanings)
    const inPlace = await place(chunks)
    const placed = inPlace.filter(({ chunk }) => chunk.similarity >= settings.threshold)
    if (placed.length === 0) return { ...NOTHING, vectors, nearest: await openings(bases) }
    const { ordered, ...more } = isReranked
      ? await rerankPassages(
          deps,
          organization,
          textOf(question),
          { placed, grade },
          signal,
          settings.askedFor,
        )
      : { ordered: placed }
    const best = ordered.slice(0, count)
    const passages = settings.sections
      ? (await toSections(best)).slice(0, settings.topK)
      : best.map(toPassage)
    return { passages, grade, vectors, ...more }
  }

  /** Embeds the question with the model of each base. Bases of one organization mostly use the same. */
  async function understand(
    bases: readonly SearchedBase[],
    question: string,
    signal: AbortSignal,
    forWhom: AskedFor | undefined,
  ) {
    const served = await Promise.all(
      bases.map(async (base) => ({ base, model: await serving.modelOf(base) })),
    )
    const embeddings = new Map<string, Promise<EmbeddedQuestion | undefined>>()
    for (const { base, model } of served) {
      if (model === undefined || embeddings.has(model)) continue
      embeddings.set(model, embedQuery(base.organizationId, model, question, signal, forWhom))
    }
    // In parallel; a failure does not leave the others unhandled.
    await Promise.all(embeddings.values())
    const meanings = new Map<number, EmbeddedQuestion>()
    for (const { base, model } of served) {
      const meaning = model === undefined ? undefined : await embeddings.get(model)
      if (meaning) meanings.set(base.id, meaning)
    }
    return {
      meanings,
      versions: served.map(({ base, model }) => ({ id: base.id, version: versionOf(base.version, model) })),
      vectors: meanings.size > 0 ? 'used' : embeddings.size > 0 ? 'unavailable' : 'off',
    } as const
  }

  return {
    searchBases,
  }
}

type BaseSearch = ReturnType<typeof createSearch>

function createOwnerSearch({ db }: PassageSearchDeps, { searchBases }: BaseSearch) {
  /** Separates the bases that this owner can search from the others. */
  async function findOpen(owner: KnowledgeOwner, collections: readonly string[]) {
    const missing: string[] = []
    const bases: SearchedBase[] = []
    for (const collection of new Set(collections)) {
      const id = toId(collection)
      const base = id === undefined ? undefined : await baseRepository.findForOwner(db, owner, id)
      if (base) bases.push(toSearched(base))
      else missing.push(collection)
    }
    return { bases, missing }
  }

  return {
    findOpen,

    /** The accessible bases without a document that can be searched or is being processed. */
    async findEmpty(owner: KnowledgeOwner, collections: readonly string[]): Promise<string[]> {
      const { bases } = await findOpen(owner, collections)
      const ids = bases.map(({ id }) => id)
      const filledIds = await fileRepository.listFilled(db, ids)
      return ids.filter((id) => !filledIds.includes(id)).map(String)
    },

    /** Searches for an assistant of this owner. A missing base does not prevent searching the others. */
    async searchForOwner(
      owner: KnowledgeOwner,
      collections: readonly string[],
      question: Question,
      settings: SearchSettings,
      signal?: AbortSignal,
    ): Promise<SearchResult> {
      const { bases, missing } = await findOpen(owner, collections)
      return { ...withoutPoorMatches(await searchBases(bases, question, settings, signal)), missing }
    },
  }
}

/** People who test a knowledge base still see the closest passages; a model would take them for an answer. */
export function withoutPoorMatches(result: FoundPassages): FoundPassages {
  if (result.grade !== 'nothing') return result
  const titles = [...new Set(result.passages.map(({ title }) => title))].slice(0, NEAREST)
  return { ...result, passages: [], nearest: result.nearest ?? titles.map((title) => ({ title })) }
}

export type PassageSearch = ReturnType<typeof createPassageSearch>

export const toId = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

export const toSearched = (base: {
  id: number
  organization_id: number
  index_version: number
  settings: string
}): SearchedBase => ({
  id: base.id,
  organizationId: base.organization_id,
  version: base.index_version,
  wholeDocuments: readSettings(base.settings).whole_documents,
})
