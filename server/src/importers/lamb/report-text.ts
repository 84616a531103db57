import { textOf } from '@bellwether/wire'
import type { ImportReport, KindTotals, ReportEntry } from './report.ts'

const OUTCOMES: Readonly<Record<keyof KindTotals, string>> = {
  imported: 'imported',
  unchanged: 'imported earlier',
  linked: 'linked to existing ones',
  skipped: 'skipped',
  failed: 'failed',
  conflict: 'in conflict',
}

/** The report for people: totals first, then every object that was not imported exactly as it was. Pure. */
export function toReportText(report: ImportReport): string {
  const lines = [
    report.dry_run ? 'Dry run: nothing was changed.' : 'Import of a LAMB installation',
    `Source ${report.source}, ${report.started_at} to ${report.finished_at}`,
    '',
    ...Object.entries(report.totals).map(([kind, totals]) => `${kind}: ${inWords(totals)}`),
  ]
  if (report.notices.length > 0) lines.push('', ...report.notices.map((notice) => oneLine(textOf(notice))))
  const notable = report.entries.filter(isNotable)
  if (notable.length > 0) lines.push('', 'Details:', ...notable.flatMap(toLines))
  if (report.omitted > 0) lines.push(`${report.omitted} more entries were left out.`)
  return `${lines.join('\n')}\n`
}

/** The report for programs, with the sentences in English. Pure. */
export const toReportJson = (report: ImportReport) => ({
  ...report,
  notices: report.notices.map(textOf),
  entries: report.entries.map((entry) => ({ ...entry, notes: entry.notes.map(textOf) })),
})

/** Whether there is more to say about it than that it was imported. */
export const isNotable = ({ outcome, notes }: ReportEntry): boolean =>
  notes.length > 0 || (outcome !== 'imported' && outcome !== 'unchanged')

const toLines = ({ kind, id, name, outcome, to, notes }: ReportEntry): string[] => {
  const quotedName = name === '' ? '' : ` “${name}”`
  const moved = to !== undefined && to !== id ? ` as ${to}` : ''
  return [
    `- ${oneLine(`${kind} ${id}${quotedName}: ${OUTCOMES[outcome]}${moved}`)}`,
    ...notes.map((note) => `    ${oneLine(textOf(note))}`),
  ]
}

/** Names come from another program and must not write to the terminal. */
const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

function inWords(totals: KindTotals): string {
  const parts = Object.entries(OUTCOMES).flatMap(([outcome, words]) => {
    const number = totals[outcome as keyof KindTotals]
    return number > 0 ? [`${number} ${words}`] : []
  })
  return parts.join(', ') || 'none'
}
