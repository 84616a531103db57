import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** Tags that differ only in case are the same tag. Pure. */
export const toTagKey = (tag: string): string =>
  tag.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

const ROWS_AT_ONCE = 1000

export const tagRepository = {
  /** The tags of these files, in alphabetical order. */
  async ofFiles(db: Db, files: readonly number[]): Promise<Map<number, string[]>> {
    const tags = new Map<number, string[]>()
    if (files.length === 0) return tags
    const rows = await db
      .selectFrom('knowledge_file_tags')
      .select(['file_id', 'tag'])
      .where('file_id', 'in', files)
      .orderBy('tag_key')
      .execute()
    for (const { file_id, tag } of rows) tags.set(file_id, [...(tags.get(file_id) ?? []), tag])
    return tags
  },

  /** All tags of a base with the number of their files, in alphabetical order. */
  async ofBase(db: Db, base: number, limit: number): Promise<{ tag: string; files: number }[]> {
    const rows = await db
      .selectFrom('knowledge_file_tags')
      .where('knowledge_base_id', '=', base)
      .groupBy('tag_key')
      .select((select) => [select.fn.min('tag').as('tag'), select.fn.countAll<number>().as('files')])
      .orderBy('tag_key')
      .limit(limit)
      .execute()
    return rows.map(({ tag, files }) => ({ tag, files: Number(files) }))
  },

  /** The existing spelling of these tags in the base. */
  async spellings(db: Db, base: number, keys: readonly string[]): Promise<Map<string, string>> {
    if (keys.length === 0) return new Map()
    const rows = await db
      .selectFrom('knowledge_file_tags')
      .select((select) => ['tag_key', select.fn.min('tag').as('tag')])
      .where('knowledge_base_id', '=', base)
      .where('tag_key', 'in', keys)
      .groupBy('tag_key')
      .execute()
    return new Map(rows.map(({ tag_key, tag }) => [tag_key, tag]))
  },

  async add(
    db: Db,
    base: number,
    files: readonly number[],
    tags: readonly { key: string; tag: string }[],
  ): Promise<void> {
    const rows = files.flatMap((file_id) =>
      tags.map(({ key, tag }) => ({ file_id, knowledge_base_id: base, tag_key: key, tag })),
    )
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await db
        .insertInto('knowledge_file_tags')
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .onConflict((clash) => clash.columns(['file_id', 'tag_key']).doUpdateSet({ tag: sql`excluded.tag` }))
        .execute()
  },

  async remove(db: Db, files: readonly number[], keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    await db
      .deleteFrom('knowledge_file_tags')
      .where('file_id', 'in', files)
      .where('tag_key', 'in', keys)
      .execute()
  },

  /** Files with more tags than allowed, such as after adding. */
  async findOverfull(db: Db, files: readonly number[], limit: number): Promise<number | undefined> {
    const row = await db
      .selectFrom('knowledge_file_tags')
      .select('file_id')
      .where('file_id', 'in', files)
      .groupBy('file_id')
      .having((having) => having.fn.countAll<number>(), '>', limit)
      .limit(1)
      .executeTakeFirst()
    return row?.file_id
  },

  /** A file that replaces others gets their tags. */
  async takeOver(
    tx: Db,
    file: { id: number; knowledge_base_id: number },
    from: readonly number[],
    limit: number,
  ): Promise<void> {
    if (from.length === 0) return
    const ownTags = (await tagRepository.ofFiles(tx, [file.id])).get(file.id) ?? []
    const tagsOfOthers = await tagRepository.ofFiles(tx, from)
    const tagsByKey = new Map(
      [...ownTags, ...[...tagsOfOthers.values()].flat()].map((tag) => [toTagKey(tag), tag]),
    )
    const tags = [...tagsByKey].slice(0, limit).map(([key, tag]) => ({ key, tag }))
    await tagRepository.add(tx, file.knowledge_base_id, [file.id], tags)
  },
}
