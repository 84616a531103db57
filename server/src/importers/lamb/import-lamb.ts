import { say } from '@bellwether/wire'
import { importAssistants } from './assistants/assistants.ts'
import { importCreationSessions } from './assistants/creation-sessions.ts'
import { importShares } from './assistants/shares.ts'
import { importLambChats, importWebuiChats } from './chats/chats.ts'
import { type ImportDeps, type ImportOptions, type ImportRun, loadIds } from './import-run.ts'
import { importDocuments } from './knowledge/documents.ts'
import { openKbFolder } from './knowledge/kb-folder.ts'
import { openKbServer } from './knowledge/kb-server.ts'
import type { KbSource } from './knowledge/kb-source.ts'
import { importKnowledgeBases } from './knowledge/knowledge-bases.ts'
import { importLibraries } from './libraries/libraries.ts'
import { openLibraryFolder } from './libraries/library-folder.ts'
import { importLibraryItems } from './libraries/library-items.ts'
import { importActivities, importIdentityLinks } from './lti/lti-activities.ts'
import { importLtiKeys } from './lti/lti-keys.ts'
import { importActivityUsers, importAssistantUsers } from './lti/lti-students.ts'
import { importFiles } from './material/files.ts'
import { importRubrics } from './material/rubrics.ts'
import { importTemplates } from './material/templates.ts'
import { importUsage } from './money/usage.ts'
import { reportNotImported } from './not-imported.ts'
import { importOrganizations } from './people/organizations.ts'
import { importUsers } from './people/users.ts'
import { findConflicts, reserveIds } from './preflight.ts'
import { createReporter, type ImportReport } from './report.ts'
import { openLambDatabase, openWebuiDatabase, sourceIdOf } from './source/open-source.ts'
import { importTestResults } from './tests/test-results.ts'
import { importTestVerdicts } from './tests/test-verdicts.ts'
import { importTests } from './tests/tests.ts'

export interface ImportPaths {
  /** `lamb_v4.db` */
  lamb: string
  /** `webui.db` */
  webui?: string | undefined
  /** LAMB's `static/public`. */
  static?: string | undefined
  /** The folder of LAMB's knowledge-base server. */
  kbData?: string | undefined
  /** Its address, if it runs. */
  kb?: { url: string; token: string | undefined } | undefined
  /** The data folder of LAMB's library manager. */
  libraryData?: string | undefined
}

/** In this order: each step refers to objects of earlier ones. */
const STEPS: readonly { table: string; run(run: ImportRun): Promise<void> }[] = [
  { table: 'organizations', run: importOrganizations },
  { table: 'Creator_users', run: importUsers },
  { table: 'rubrics', run: importRubrics },
  { table: 'kb_registry', run: importKnowledgeBases },
  { table: 'file_registry', run: importDocuments },
  { table: 'libraries', run: importLibraries },
  { table: 'library_items', run: importLibraryItems },
  { table: 'prompt_templates', run: importTemplates },
  { table: 'static', run: importFiles },
  { table: 'assistants', run: importAssistants },
  { table: 'assistant_shares', run: importShares },
  { table: 'lti_creator_keys', run: importLtiKeys },
  { table: 'lti_activities', run: importActivities },
  { table: 'lti_activity_users', run: importActivityUsers },
  { table: 'lti_users', run: importAssistantUsers },
  { table: 'lti_identity_links', run: importIdentityLinks },
  { table: 'lamb_chats', run: importLambChats },
  { table: 'chat', run: importWebuiChats },
  { table: 'usage_logs', run: importUsage },
  { table: 'assistant_test_scenarios', run: importTests },
  { table: 'assistant_test_runs', run: importTestResults },
  { table: 'assistant_test_evaluations', run: importTestVerdicts },
  { table: 'aac_sessions', run: importCreationSessions },
  { table: 'audit_log', run: reportNotImported },
]

/**
 * Imports a LAMB installation. The old databases are only read. It can be stopped at any moment and started again:
 * objects that were imported before are left alone. Needs the system organization.
 */
export async function importLamb(
  deps: ImportDeps,
  paths: ImportPaths,
  options: ImportOptions,
): Promise<ImportReport> {
  const opened: { close(): Promise<void> }[] = []
  const keep = <T extends { close(): Promise<void> }>(source: T): T => {
    opened.push(source)
    return source
  }
  try {
    const lamb = keep(await openLambDatabase(paths.lamb))
    const webui = paths.webui === undefined ? undefined : keep(await openWebuiDatabase(paths.webui))
    const kb = await openKnowledge(deps, paths)
    if (kb) keep(kb)
    const libraryFolder =
      paths.libraryData === undefined ? undefined : keep(await openLibraryFolder(paths.libraryData))
    const sourceId = options.source ?? sourceIdOf(lamb)
    const run: ImportRun = {
      ...deps,
      options,
      lamb,
      webui,
      kb,
      libraryFolder,
      staticFolder: paths.static,
      sourceId,
      report: createReporter(sourceId, options.dryRun),
      ids: await loadIds(deps.db, sourceId),
      knowledgeIds: new Set(),
      activityOrganizations: new Map(),
      planned: {
        users: new Map(),
        emails: new Set(),
        assistants: new Map(),
        organizations: new Map(),
        names: new Map(),
        files: new Map(),
        libraries: new Map(),
      },
    }
    return await runSteps(run)
  } finally {
    for (const source of opened) await source.close()
  }
}

async function openKnowledge(deps: ImportDeps, { kbData, kb }: ImportPaths): Promise<KbSource | undefined> {
  if (kbData !== undefined) return openKbFolder(kbData)
  return kb && openKbServer(deps.client, kb.url, kb.token)
}

async function runSteps(run: ImportRun): Promise<ImportReport> {
  const { options, report } = run
  const isClear = await findConflicts(run)
  if (!isClear && !options.dryRun) return report.finish('refused')
  if (!options.dryRun) await reserveIds(run)
  for (const step of STEPS) await runStep(run, step)
  reportCleaned(run)
  return report.finish(isClear ? 'done' : 'refused')
}

function reportCleaned({ lamb, webui, report }: ImportRun): void {
  for (const { table, count, ids } of [lamb, webui].flatMap((source) => source?.cleaned() ?? []))
    report.notice(say('imports.nul_removed', { table, count, ids: ids.join(', ') }))
}

/** A damaged table must not stop the others. */
async function runStep(run: ImportRun, step: (typeof STEPS)[number]): Promise<void> {
  run.signal?.throwIfAborted()
  try {
    await step.run(run)
  } catch (error) {
    if (!isDamage(error)) throw error
    run.report.notice(say('imports.table_damaged', { table: step.table }))
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof Error && /malformed|corrupt|not a database|disk image/i.test(error.message)
