import { type Message, say } from '@bellwether/wire'
import { type ImportRun, skip } from './import-run.ts'
import type { LegacyRow } from './source/legacy-row.ts'

const COUNTED = {
  audit_log: say('parts.import_audit_entries'),
  bulk_import_logs: say('parts.import_bulk_records'),
  kb_content_links: say('parts.import_store_items'),
}

interface ListedTable {
  kind: string
  name(row: LegacyRow): string
  reason: Message
}

const LISTED: Readonly<Record<string, ListedTable>> = {
  model_permissions: {
    kind: 'model permission',
    name: (row) => ['user_email', 'access_type', 'model_name'].map((column) => row.text(column)).join(' '),
    reason: say('imports.model_permission'),
  },
  knowledge_stores: {
    kind: 'knowledge store',
    name: (row) => row.text('name'),
    reason: say('imports.knowledge_store'),
  },
  // Before LAMB had a knowledge-base server.
  collections: {
    kind: 'old collection',
    name: (row) => row.text('collection_name'),
    reason: say('imports.old_collection'),
  },
}

/** Tables that have no counterpart here: records are counted, settings that someone made are listed. */
export async function reportNotImported(run: ImportRun): Promise<void> {
  for (const [table, objects] of Object.entries(COUNTED)) {
    const count = run.lamb.count(table)
    if (count === 0) continue
    run.report.count(objects.text, 'skipped', count)
    run.report.notice(say('imports.no_counterpart', { objects, count }))
  }
  for (const [table, { kind, name, reason }] of Object.entries(LISTED))
    for (const row of run.lamb.rows(table)) skip(run, kind, row.text('id').slice(0, 100), name(row), reason)
}
