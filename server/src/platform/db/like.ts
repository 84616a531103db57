import { type Expression, sql } from 'kysely'

const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Whether a column contains a text, with upper and lower case alike. SQLite has no default escape character. */
export const containsText = (column: string, text: string): Expression<boolean> =>
  // Both sides are lowercased by the database, because SQLite and PostgreSQL differ beyond ASCII.
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${likeText(text)}%`}) escape '\\'`

export const containsExactText = (column: string, text: string): Expression<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${likeText(text)}%`} escape '\\'`

export const endsWithText = (column: string, text: string): Expression<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${likeText(text)}`} escape '\\'`
