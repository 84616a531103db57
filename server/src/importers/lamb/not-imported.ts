import type { ImportRun } from './import-run.ts'

const TABLES: Readonly<Record<string, string>> = {
  libraries: 'libraries',
  library_items: 'items of libraries',
  audit_log: 'audit entries',
  bulk_import_logs: 'records of bulk imports',
  model_permissions: 'model permissions',
}

/** Tables that have no counterpart here. */
export async function reportNotImported(run: ImportRun): Promise<void> {
  for (const [table, words] of Object.entries(TABLES)) {
    const count = run.lamb.count(table)
    if (count === 0) continue
    run.report.count(words, 'skipped', count)
    run.report.notice(`Not imported, because there is no counterpart here: ${words} (${count}).`)
  }
}
