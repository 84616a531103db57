import { say } from '@bellwether/wire'
import type { ImportRun } from './import-run.ts'

const TABLES = {
  libraries: say('parts.import_libraries'),
  library_items: say('parts.import_library_items'),
  audit_log: say('parts.import_audit_entries'),
  bulk_import_logs: say('parts.import_bulk_records'),
  model_permissions: say('parts.import_model_permissions'),
}

/** Tables that have no counterpart here. */
export async function reportNotImported(run: ImportRun): Promise<void> {
  for (const [table, objects] of Object.entries(TABLES)) {
    const count = run.lamb.count(table)
    if (count === 0) continue
    run.report.count(objects.text, 'skipped', count)
    run.report.notice(say('imports.no_counterpart', { objects, count }))
  }
}
