import { firstTables } from './0001-first-tables.ts'
import { rubrics } from './0002-rubrics.ts'
import type { Migration } from './migration.ts'

/** In the order in which they run. A migration that was released is never changed or removed: write a new one. */
export const migrations: readonly Migration[] = [firstTables, rubrics]
