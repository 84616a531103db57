import { firstTables } from './0001-first-tables.ts'
import { rubrics } from './0002-rubrics.ts'
import { traces } from './0003-traces.ts'
import { toolSecretsAndTemplates } from './0004-tool-secrets-and-templates.ts'
import { knowledge } from './0005-knowledge.ts'
import { vectors } from './0006-vectors.ts'
import { evaluations } from './0007-evaluations.ts'
import type { Migration } from './migration.ts'

/** In the order in which they run. A migration that was released is never changed or removed: write a new one. */
export const migrations: readonly Migration[] = [
  firstTables,
  rubrics,
  traces,
  toolSecretsAndTemplates,
  knowledge,
  vectors,
  evaluations,
]
