import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type ReplacementRow = Row<'knowledge_replacements'>

export type ChangeNumbers = Pick<ReplacementRow, 'unchanged' | 'changed' | 'added' | 'removed'>

export const replacementRepository = {
  find: (db: Db, file: number): Promise<ReplacementRow | undefined> =>
    db.selectFrom('knowledge_replacements').selectAll().where('file_id', '=', file).executeTakeFirst(),

  /** Changes of replaced files, without the texts. */
  async ofFiles(
    db: Db,
    files: readonly number[],
  ): Promise<Map<number, Omit<ReplacementRow, 'passages' | 'previous_path'>>> {
    if (files.length === 0) return new Map()
    const rows = await db
      .selectFrom('knowledge_replacements')
      .select(['file_id', 'finished_at', 'unchanged', 'changed', 'added', 'removed'])
      .where('file_id', 'in', files)
      .execute()
    return new Map(rows.map((row) => [row.file_id, row]))
  },

  /** Remembers the original of the current passages, unless an earlier one is still remembered. */
  async begin(tx: Db, file: number, path: string | null): Promise<void> {
    await tx
      .insertInto('knowledge_replacements')
      .values({ file_id: file, previous_path: path, finished_at: null })
      .onConflict((clash) =>
        clash.column('file_id').doUpdateSet((set) => ({
          previous_path: set.fn.coalesce('knowledge_replacements.previous_path', 'excluded.previous_path'),
        })),
      )
      .execute()
  },

  /** Returns the original that is no longer needed. */
  async finish(tx: Db, change: Omit<NewRow<'knowledge_replacements'>, 'previous_path'>): Promise<string[]> {
    const { file_id, ...numbers } = change
    const before = await replacementRepository.find(tx, file_id)
    await tx
      .insertInto('knowledge_replacements')
      .values({ ...change, previous_path: null })
      .onConflict((clash) => clash.column('file_id').doUpdateSet({ ...numbers, previous_path: null }))
      .execute()
    return before?.previous_path ? [before.previous_path] : []
  },

  /** The new version is processed, without a comparison. Returns the original that is no longer needed. */
  async forget(tx: Db, file: number): Promise<string[]> {
    const before = await replacementRepository.find(tx, file)
    if (!before?.previous_path) return []
    await tx.deleteFrom('knowledge_replacements').where('file_id', '=', file).execute()
    return [before.previous_path]
  },

  /** Originals that are kept until the new version is processed. */
  async pathsOf(db: Db, files: readonly number[]): Promise<string[]> {
    if (files.length === 0) return []
    const rows = await db
      .selectFrom('knowledge_replacements')
      .select('previous_path')
      .where('file_id', 'in', files)
      .where('previous_path', 'is not', null)
      .execute()
    return rows.flatMap(({ previous_path }) => previous_path ?? [])
  },

  async pathsIn(db: Db, base: number): Promise<string[]> {
    const rows = await db
      .selectFrom('knowledge_replacements')
      .innerJoin('knowledge_files', 'knowledge_files.id', 'knowledge_replacements.file_id')
      .select('previous_path')
      .where('knowledge_base_id', '=', base)
      .where('previous_path', 'is not', null)
      .execute()
    return rows.flatMap(({ previous_path }) => previous_path ?? [])
  },
}
