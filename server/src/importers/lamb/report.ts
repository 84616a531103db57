import { type Message, textOf } from '@bellwether/wire'
/** A sentence of the report. Errors of other servers, and reports of earlier versions, have no code. */
export type Note = string | Message

/** What happened to an object of the old installation. */
export type Outcome = 'imported' | 'unchanged' | 'linked' | 'skipped' | 'failed' | 'conflict'

export interface ReportEntry {
  kind: string
  id: string
  name: string
  outcome: Outcome
  /** Our id, if it was imported. */
  to?: string
  /** What was changed or left out, and why. */
  notes: Note[]
}

export interface KindTotals {
  imported: number
  /** Imported by an earlier run. */
  unchanged: number
  linked: number
  skipped: number
  failed: number
  conflict: number
}

export interface ImportReport {
  source: string
  dry_run: boolean
  state: 'done' | 'refused'
  started_at: string
  finished_at: string
  totals: Record<string, KindTotals>
  /** Facts about the whole import. */
  notices: Note[]
  entries: ReportEntry[]
  /** Entries of frequent kinds beyond the maximum, which are only counted. */
  omitted: number
}

/** Chats and usage are counted; only problems are listed, and not without end. */
const MAX_ENTRIES = 50_000
const MAX_NAME = 200

export interface Reporter {
  add(entry: Omit<ReportEntry, 'notes'> & { notes?: readonly Note[] }): void
  /** For frequent objects without anything to say about each. */
  count(kind: string, outcome: Outcome, number?: number): void
  countOf(kind: string, outcome: Outcome): number
  notice(note: Note): void
  conflicts(): ReportEntry[]
  finish(state: ImportReport['state']): ImportReport
}

export function createReporter(source: string, dryRun: boolean): Reporter {
  const startedAt = new Date().toISOString()
  const totals = new Map<string, KindTotals>()
  const entries: ReportEntry[] = []
  const notices = new Map<string, Note>()
  let omitted = 0
  const count = (kind: string, outcome: Outcome, number = 1): void => {
    const kindTotals = totals.get(kind) ?? NONE()
    kindTotals[outcome] += number
    totals.set(kind, kindTotals)
  }
  return {
    count,
    countOf: (kind, outcome) => totals.get(kind)?.[outcome] ?? 0,
    add(entry) {
      count(entry.kind, entry.outcome)
      if (entries.length >= MAX_ENTRIES) omitted++
      else entries.push({ ...entry, name: entry.name.slice(0, MAX_NAME), notes: [...(entry.notes ?? [])] })
    },
    notice: (note) => void notices.set(textOf(note), note),
    conflicts: () => entries.filter(({ outcome }) => outcome === 'conflict'),
    finish: (state) => ({
      source,
      dry_run: dryRun,
      state,
      started_at: startedAt,
      finished_at: new Date().toISOString(),
      totals: Object.fromEntries(totals),
      notices: [...notices.values()],
      entries,
      omitted,
    }),
  }
}

const NONE = (): KindTotals => ({
  imported: 0,
  unchanged: 0,
  linked: 0,
  skipped: 0,
  failed: 0,
  conflict: 0,
})
