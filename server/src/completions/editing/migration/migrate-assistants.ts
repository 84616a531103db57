import { assistantSnapshotSchema, parseMetadata, say } from '@bellwether/wire'
import {
  assistantRepository,
  changesBetween,
  saveForm,
  toSnapshot,
  versionRepository,
} from '../../../modules/assistants/index.ts'
import { normalizeEntries } from '../../../tools/normalize-entries.ts'
import { type UpgradeResult, upgradeSettings } from '../format-steps.ts'
import {
  createMigrateAssistant,
  type MigrateAssistantDeps,
  type StoredAssistant,
} from './migrate-assistant.ts'

export interface MigrateAllOptions {
  dryRun: boolean
  /** Restores the previous settings if the server converted them and they were not saved since. */
  undo: boolean
  organizationId?: number | undefined
  assistantId?: number | undefined
  /** Prints one line for each assistant that changed, was skipped or failed. */
  print(line: string): void
}

export interface MigrateTotals {
  seen: number
  changed: number
  current: number
  left: number
  failed: number
}

const BATCH = 100

type Row = StoredAssistant & { version: number; lamb_name: string | null }

/** Each assistant has its own transaction, so an interrupted run can simply be repeated. */
export async function migrateAssistants(
  deps: MigrateAssistantDeps,
  options: MigrateAllOptions,
): Promise<MigrateTotals> {
  const totals = { seen: 0, changed: 0, current: 0, left: 0, failed: 0 }
  const only = { organizationId: options.organizationId, id: options.assistantId }
  const work = options.undo ? undoOne(deps, options.dryRun) : migrateOne(deps, options.dryRun)
  for (let last = 0; ; ) {
    const rows = await assistantRepository.listAfter(deps.db, last, BATCH, only)
    for (const row of rows) {
      last = row.id
      totals.seen += 1
      totals[await report(row, work, deps, options.print)] += 1
    }
    if (rows.length < BATCH) return totals
  }
}

async function report(
  row: Row,
  work: (row: Row) => Promise<UpgradeResult>,
  { tools, log }: MigrateAssistantDeps,
  print: (line: string) => void,
): Promise<'changed' | 'current' | 'left' | 'failed'> {
  const label = `#${row.id} ${onOneLine(row.name)}`
  try {
    const done = await work(row)
    if (done.kind === 'changed')
      print(`${label}: ${describe(row.metadata, tools)} → ${describe(done.metadata, tools)}`)
    if (done.kind === 'left') print(`${label}: skipped, ${onOneLine(done.reason.text)}`)
    return done.kind
  } catch (error) {
    log.error({ err: error, assistant: row.id }, 'failed to migrate assistant; it was not changed')
    print(`${label}: failed, not changed (${onOneLine(error instanceof Error ? error.message : '')})`)
    return 'failed'
  }
}

const migrateOne = (deps: MigrateAssistantDeps, dryRun: boolean) => {
  const migrate = createMigrateAssistant(deps)
  return async (row: Row) => (dryRun ? upgradeSettings(toSnapshot(row), deps.tools) : migrate(row))
}

/** Restores only if converting the previous settings gives exactly the current ones: later changes must not be lost. */
const undoOne =
  ({ db, tools }: MigrateAssistantDeps, dryRun: boolean) =>
  async (row: Row): Promise<UpgradeResult> => {
    const stored = await versionRepository.findReplacedByServer(db, row.id, row.version - 1)
    if (stored === undefined) return { kind: 'current' }
    const snapshot = assistantSnapshotSchema.parse(JSON.parse(stored))
    // This version is older than the column that keeps names as typed.
    const before = snapshot.name === row.lamb_name ? { ...snapshot, name: row.name } : snapshot
    const upgraded = upgradeSettings(before, tools)
    if (upgraded.kind !== 'changed') return { kind: 'current' }
    if (changesBetween({ ...before, metadata: upgraded.metadata }, toSnapshot(row)).length > 0)
      return { kind: 'left', reason: say('parts.convert_changed') }
    if (!dryRun) await saveForm(db, null, row.id, () => before, { expected: row.version })
    return { kind: 'changed', metadata: before.metadata, from: upgraded.to, to: upgraded.from }
  }

/** Describes the RAG processor, or the tools with their placeholders. */
function describe(metadata: string, tools: MigrateAssistantDeps['tools']): string {
  const settings = parseMetadata(metadata)
  if (!settings) return 'unreadable'
  const { entries } = normalizeEntries(settings.tools, tools)
  const parts = entries.map((entry) =>
    entry.use === 'call' ? `${entry.type} (called)` : `${entry.type} in {${placeOf(entry, tools)}}`,
  )
  const processor =
    settings.assistant_type === 'multi_tool' ? [] : [settings.rag_processor || 'no RAG processor']
  return onOneLine([...processor, ...parts].join(', ')) || 'no tools'
}

const placeOf = (
  entry: { type: string; placeholder?: string | undefined },
  tools: MigrateAssistantDeps['tools'],
): string => entry.placeholder ?? tools.find(entry.type)?.inject?.placeholder ?? '?'

/** User text goes to a terminal, so line breaks and control codes are removed. */
const onOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
