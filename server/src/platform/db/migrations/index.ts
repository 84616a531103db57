import { baseline } from './baseline.ts'
import type { Migration } from './migration.ts'

/** In the order in which they run. A released migration is never changed or removed: write a new one. */
export const migrations: readonly Migration[] = [baseline]
