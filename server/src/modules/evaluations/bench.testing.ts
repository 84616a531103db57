import type { ExpectedPassage, Passage } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { requireMay } from '../access/policy.ts'
import { createWorld } from '../assistants/testing.ts'
import { baseRepository } from '../knowledge/records/base.repository.ts'
import { toFacts } from '../knowledge/records/records.ts'
import { createEvaluationService, type EvaluationDeps } from './evaluation.service.ts'
import { createQuestionService } from './question.service.ts'

export const all = { limit: 1000, offset: 0 }
export const missing = { code: 'not_found' }
export const refused = { code: 'forbidden' }

export const passage = (filename: string, text: string): Passage => ({
  collection: '1',
  file_id: '1',
  ordinal: 0,
  title: filename,
  filename,
  source_url: null,
  page: 1,
  page_end: null,
  time: null,
  slide: null,
  sheet: null,
  heading: '',
  start: 0,
  end: text.length,
  text,
  similarity: 0.8,
  scores: { fused: 1, words: 1, grams: 1, vectors: null },
})
export const draft = (question: string, ...expected: ExpectedPassage[]) => ({
  question,
  expected: expected.length > 0 ? expected : [{ filename: 'a.txt' }],
  note: '',
})

/** People and services for evaluating knowledge bases. */
export async function openBench(db: Db) {
  const people = await createWorld(db)
  let baseCount = 0
  const search: EvaluationDeps['search'] = async (_caller, _base, _question, { topK }) => ({
    passages: ['b.txt', 'a.txt', 'a.txt'].map((name) => passage(name, `of ${name}`)).slice(0, topK),
    grade: 'found',
    vectors: 'off',
  })
  const getBase: EvaluationDeps['getBase'] = async (caller, verb, id) => {
    const row = await baseRepository.find(db, caller, id)
    if (!row) throw notFound('Knowledge base')
    requireMay(caller, verb, toFacts(row), 'Knowledge base')
    return row
  }
  const makeBase = (owner: UserCaller, shared: 0 | 1 = 0) =>
    baseRepository.insert(db, {
      organization_id: owner.organizationId,
      owner_id: owner.userId,
      name: `base ${baseCount++}`,
      is_shared: shared,
      created_at: 1,
      updated_at: 1,
    })
  const makeFile = async (name: string, of: number) => {
    const file = { knowledge_base_id: of, owner_id: people.ana.userId, name, plugin_name: 'simple_ingest' }
    const row = await db
      .insertInto('knowledge_files')
      .values({
        ...file,
        stored_path: null,
        source_url: null,
        error_code: null,
        error_message: null,
        leased_by: null,
        started_at: null,
        finished_at: null,
        created_at: 1,
        updated_at: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return String(row.id)
  }
  const questions = () => createQuestionService({ db, getBase })
  const bench = (more: Partial<EvaluationDeps> = {}) =>
    createEvaluationService({ db, getBase, search: search, ...more })
  const texts = async (id: number) =>
    (await questions().list(people.ana, id, all)).questions.map(({ question }) => question)

  return { people, found: search, makeBase, makeFile, questions, bench, texts }
}

export type Bench = Awaited<ReturnType<typeof openBench>>
