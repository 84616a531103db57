import {
  EVALUATION_LIMITS,
  type ExpectedPassage,
  expectedPassageSchema,
  type RetrievalQuestion,
  type RetrievalQuestionDraft,
  type RetrievalQuestionImport,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  AppError,
  badRequest,
  conflict,
  type InputFault,
  invalidFields,
  notFound,
} from '../../platform/errors.ts'
import type { Knowledge } from '../knowledge/index.ts'
import { lockBase } from '../knowledge/index.ts'
import { resolveFiles } from './expected-files.ts'
import { type QuestionRow, questionRepository } from './question.repository.ts'
import {
  type ImportedQuestion,
  readQuestionFile,
  readQuestionList,
  throwFaults,
  toFault,
} from './read-import.ts'

export interface QuestionDeps {
  db: Db
  getBase: Knowledge['bases']['getFor']
}

const THING = 'Question'
const MAX_COUNT = EVALUATION_LIMITS.questionsPerBase

/** The evaluation questions of a knowledge base, and the passages they should find. */
export function createQuestionService({ db, getBase }: QuestionDeps) {
  /** Writers run one at a time, so that two can't exceed the limit together or add the same question twice. */
  const changing = <T>(base: number, change: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await lockBase(tx, base)
      return change(tx)
    })

  async function requireResolved(tx: Db, base: number, draft: RetrievalQuestionDraft) {
    const resolved = resolveFiles(draft, await questionRepository.fileNames(tx, base))
    if (resolved.faults.length > 0)
      throw invalidFields(
        resolved.faults.map(({ at, message }) => ({
          path: ['expected', at, 'file_id'],
          message,
          type: 'missing_file',
        })),
      )
    return resolved.draft
  }

  return {
    async list(caller: UserCaller, baseId: number, page: { limit: number; offset: number }) {
      const base = await getBase(caller, 'see', baseId)
      const questions = (await questionRepository.list(db, base.id, page)).map(toQuestion)
      return { questions, total: await questionRepository.count(db, base.id) }
    },

    async add(caller: UserCaller, baseId: number, draft: RetrievalQuestionDraft): Promise<RetrievalQuestion> {
      const base = await getBase(caller, 'edit', baseId)
      return changing(base.id, async (tx) => {
        const saved = await questionRepository.texts(tx, base.id)
        requireRoom(saved.length + 1)
        requireNew(saved, draft.question)
        const resolved = await requireResolved(tx, base.id, draft)
        return toQuestion(await questionRepository.insert(tx, toRow(caller, base.id, resolved)))
      })
    },

    async replace(
      caller: UserCaller,
      baseId: number,
      id: number,
      draft: RetrievalQuestionDraft,
    ): Promise<RetrievalQuestion> {
      const base = await getBase(caller, 'edit', baseId)
      return changing(base.id, async (tx) => {
        if (!(await questionRepository.find(tx, base.id, id))) throw notFound(THING)
        const saved = await questionRepository.texts(tx, base.id)
        requireNew(
          saved.filter((other) => other.id !== id),
          draft.question,
        )
        const { question, expected, note } = await requireResolved(tx, base.id, draft)
        const change = { question, expected: JSON.stringify(expected), note, updated_at: nowSeconds() }
        const row = await questionRepository.update(tx, base.id, id, change)
        if (!row) throw notFound(THING)
        return toQuestion(row)
      })
    },

    async remove(caller: UserCaller, baseId: number, id: number): Promise<void> {
      const base = await getBase(caller, 'edit', baseId)
      if (!(await questionRepository.delete(db, base.id, id))) throw notFound(THING)
    },

    /** Imports all of them, or none. */
    async importAll(caller: UserCaller, baseId: number, request: RetrievalQuestionImport) {
      const base = await getBase(caller, 'edit', baseId)
      const imported = await readImport(request)
      return changing(base.id, async (tx) => {
        if (request.replace) await questionRepository.deleteAll(tx, base.id)
        const saved = await questionRepository.texts(tx, base.id)
        requireRoom(saved.length + imported.length)
        const files = await questionRepository.fileNames(tx, base.id)
        const drafts = requireImportable(imported, new Set(saved.map(({ question }) => question)), files)
        await questionRepository.insertAll(
          tx,
          drafts.map((draft) => toRow(caller, base.id, draft)),
        )
        return { imported: drafts.length, total: saved.length + drafts.length }
      })
    },
  }
}

export type QuestionService = ReturnType<typeof createQuestionService>

async function readImport({ questions, file }: RetrievalQuestionImport): Promise<ImportedQuestion[]> {
  if (file === undefined) return readQuestionList(questions)
  if (typeof file === 'string') return readQuestionFile(file)
  if (file.size > EVALUATION_LIMITS.importBytes)
    throw new AppError(
      'too_large',
      say('evaluations.import_too_large', { limit: EVALUATION_LIMITS.importBytes / 1024 ** 2 }),
    )
  return readQuestionFile(await file.text())
}

function requireImportable(
  imported: readonly ImportedQuestion[],
  saved: ReadonlySet<string>,
  files: ReadonlyMap<string, string>,
): RetrievalQuestionDraft[] {
  const faults: InputFault[] = []
  const drafts = imported.map(({ row, draft, expectedRows }) => {
    if (saved.has(draft.question))
      faults.push(toFault(row, 'question', say('evaluations.duplicate_question')))
    const resolved = resolveFiles(draft, files)
    for (const { at, message } of resolved.faults)
      faults.push(toFault(expectedRows?.[at] ?? row, 'file_id', message))
    return resolved.draft
  })
  throwFaults(faults)
  return drafts
}

function requireRoom(count: number): void {
  if (count > MAX_COUNT)
    throw badRequest(say('evaluations.too_many_questions', { count: count, limit: MAX_COUNT }))
}

function requireNew(saved: readonly Pick<QuestionRow, 'question'>[], question: string): void {
  if (saved.some((other) => other.question === question))
    throw conflict(say('evaluations.duplicate_question'))
}

const toRow = (caller: UserCaller, base: number, { question, expected, note }: RetrievalQuestionDraft) => ({
  knowledge_base_id: base,
  question,
  expected: JSON.stringify(expected),
  note,
  created_by: caller.userId,
  created_at: nowSeconds(),
  updated_at: nowSeconds(),
})

const storedExpected = expectedPassageSchema.array()
export const readExpected = (stored: string): ExpectedPassage[] => storedExpected.parse(JSON.parse(stored))

const toQuestion = (row: QuestionRow): RetrievalQuestion => ({
  id: String(row.id),
  question: row.question,
  expected: readExpected(row.expected),
  note: row.note,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
