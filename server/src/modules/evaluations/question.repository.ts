import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type QuestionRow = Row<'retrieval_questions'>

/** Rows per statement: databases limit the number of bound values. */
const ROWS_PER_STATEMENT = 500

/** The questions of a knowledge base, in the order in which they were saved. */
export const questionRepository = {
  list: (
    db: Db,
    base: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<QuestionRow[]> =>
    db
      .selectFrom('retrieval_questions')
      .selectAll()
      .where('knowledge_base_id', '=', base)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),

  async count(db: Db, base: number): Promise<number> {
    const row = await db
      .selectFrom('retrieval_questions')
      .where('knowledge_base_id', '=', base)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  /** The texts of all questions. */
  texts: (db: Db, base: number): Promise<Pick<QuestionRow, 'id' | 'question'>[]> =>
    db
      .selectFrom('retrieval_questions')
      .select(['id', 'question'])
      .where('knowledge_base_id', '=', base)
      .execute(),

  find: (db: Db, base: number, id: number): Promise<QuestionRow | undefined> =>
    db
      .selectFrom('retrieval_questions')
      .selectAll()
      .where('knowledge_base_id', '=', base)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (db: Db, question: NewRow<'retrieval_questions'>): Promise<QuestionRow> =>
    db.insertInto('retrieval_questions').values(question).returningAll().executeTakeFirstOrThrow(),

  async insertAll(db: Db, questions: readonly NewRow<'retrieval_questions'>[]): Promise<void> {
    for (let at = 0; at < questions.length; at += ROWS_PER_STATEMENT)
      await db
        .insertInto('retrieval_questions')
        .values(questions.slice(at, at + ROWS_PER_STATEMENT))
        .execute()
  },

  /** Undefined when the knowledge base has no such question. */
  update: (
    db: Db,
    base: number,
    id: number,
    change: Partial<NewRow<'retrieval_questions'>>,
  ): Promise<QuestionRow | undefined> =>
    db
      .updateTable('retrieval_questions')
      .set(change)
      .where('knowledge_base_id', '=', base)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),

  /** Returns whether it existed. */
  async delete(db: Db, base: number, id: number): Promise<boolean> {
    const gone = await db
      .deleteFrom('retrieval_questions')
      .where('knowledge_base_id', '=', base)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    return gone !== undefined
  },

  async deleteAll(db: Db, base: number): Promise<void> {
    await db.deleteFrom('retrieval_questions').where('knowledge_base_id', '=', base).execute()
  },

  /** The files of a knowledge base by id, as passages refer to them. */
  async fileNames(db: Db, base: number): Promise<Map<string, string>> {
    const files = await db
      .selectFrom('knowledge_files')
      .select(['id', 'name'])
      .where('knowledge_base_id', '=', base)
      .execute()
    return new Map(files.map(({ id, name }) => [String(id), name]))
  },
}
