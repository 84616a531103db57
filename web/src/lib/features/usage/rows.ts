import type { CostFigures, SystemUsage, UsageFigures, UsageReport } from '@bellwether/wire'
import { format } from '$lib/i18n'
import { usageTexts } from '$lib/texts/usage.ts'
import { type Hue, lookOf } from '$lib/tools/hues.ts'
import { toolName } from '$lib/tools/tool-texts.ts'
import { costText } from './cost-text.ts'
import { restOf, tokensOf } from './usage.ts'

/** `isMinor`: on a phone it is shown as text below the name. */
export interface Column {
  label: string
  isMinor?: boolean
}

/** A row of a table, formatted. */
export interface Row {
  key: string
  name: string
  detail?: string
  /** The minor number as text. */
  minor: string
  /** One for each column. */
  figures: string[]
  /** The relative length of its bar. */
  size: number
  /** The hue of the bar, if rows differ. */
  hue?: Hue
  isRest?: boolean
}

export interface Named extends CostFigures {
  key: string
  name: string
  detail?: string
}

const SHORT = 8

export const answerColumns = (): Column[] => {
  const t = usageTexts().usage
  return [{ label: t.answers, isMinor: true }, { label: t.tokens }, { label: t.cost }]
}

/** Input tokens, and how many of them were in a provider's cache. */
export const inputFigure = ({ input_tokens, cached_tokens }: UsageFigures) => ({
  label: usageTexts().usage.input,
  value: format.number(input_tokens),
  ...(cached_tokens > 0
    ? { detail: usageTexts().usage.countCached({ tokens: format.number(cached_tokens) }) }
    : {}),
})

/** The largest rows, and all others as one. */
export function answerRows(
  rows: readonly Named[],
  { totals, currency }: Pick<UsageReport, 'totals' | 'currency'>,
): Row[] {
  const listed = rows.slice(0, SHORT)
  const rest = restOf(totals, listed)
  // Models that report no tokens are compared by their answers.
  const sizeOf = tokensOf(totals) > 0 ? tokensOf : (row: CostFigures) => row.answers
  const toRow = (row: Named): Row => ({
    key: row.key,
    name: row.name,
    ...(row.detail ? { detail: row.detail } : {}),
    minor: usageTexts().usage.countAnswers({ count: row.answers }),
    figures: [format.number(row.answers), format.number(tokensOf(row)), costText(row, currency)],
    size: sizeOf(row),
  })
  const others = rest && { ...toRow({ key: '', name: usageTexts().usage.others, ...rest }), isRest: true }
  return [...listed.map(toRow), ...(others ? [others] : [])]
}

export const toolColumns = (): Column[] => {
  const t = usageTexts().usage
  return [{ label: t.runs }, { label: t.failedRuns, isMinor: true }, { label: t.cost }]
}

export const toolRows = ({ tools, currency }: UsageReport): Row[] =>
  tools.map((tool) => ({
    key: tool.tool,
    name: toolName(tool.tool),
    minor: tool.failed > 0 ? usageTexts().usage.countFailed({ count: tool.failed }) : '',
    figures: [format.number(tool.runs), format.number(tool.failed), costText(tool, currency)],
    size: tool.runs,
    hue: lookOf(tool.tool).hue,
  }))

/** Rows that are not an existing assistant have their own labels. */
function assistantName({
  id,
  name,
  kind,
}: UsageReport['assistants'][number]): Pick<Named, 'name' | 'detail'> {
  const t = usageTexts().usage
  if (kind === 'draft') return { name: t.drafts, detail: t.draftsDetail }
  if (kind === 'none') return { name: t.noAssistant, detail: t.noAssistantDetail }
  if (name === null) return { name: t.deletedAssistant({ id }) }
  return { name, ...(kind === 'deleted' ? { detail: t.deleted } : {}) }
}

export const assistantsOf = ({ assistants }: UsageReport): Named[] =>
  assistants.map((row) => ({ ...row, key: `${row.kind}/${row.id}`, ...assistantName(row) }))

export const modelsOf = ({ models }: UsageReport): Named[] =>
  models.map((row) => ({
    ...row,
    key: `${row.provider}/${row.model}`,
    name: row.model,
    detail: row.provider,
  }))

export const organizationsOf = ({
  organizations,
}: Pick<SystemUsage['currencies'][number], 'organizations'>): Named[] =>
  organizations.map((row) => ({ ...row, key: String(row.id), detail: row.slug }))

export function peopleOf({ people }: UsageReport): Named[] {
  const t = usageTexts().usage
  return people.map((row) => ({
    ...row,
    key: `${row.id}/${row.end_user}`,
    name:
      row.end_user === ''
        ? t.unknownPerson
        : (row.end_user ?? row.name ?? (row.id === null ? t.unknownPerson : t.deletedAccount)),
    detail: row.end_user === null ? (row.email ?? '') : t.throughPlatform,
  }))
}

/** Not all people are in a course, and some are in several: there is no rest. */
export const courseRows = (report: UsageReport): Row[] =>
  answerRows(
    report.courses.slice(0, SHORT).map((row) => ({ ...row, key: String(row.id), name: row.title })),
    report,
  ).filter(({ isRest }) => !isRest)
