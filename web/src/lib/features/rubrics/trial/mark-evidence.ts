import type { RubricEvaluation } from '@bellwether/wire'

export interface MarkedText {
  text: string
  /** The criteria that quote it, by index. */
  criteria: number[]
}

/** The text in parts, each with the criteria that use it as evidence. Quotes may overlap. */
export function markEvidence(text: string, criteria: RubricEvaluation['criteria']): MarkedText[] {
  const spans = criteria.flatMap(({ evidence }, criterion) =>
    evidence.map(({ start, end }) => ({ start, end: Math.min(end, text.length), criterion })),
  )
  const edges = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])]
    .filter((edge) => edge >= 0 && edge <= text.length)
    .sort((a, b) => a - b)
  return edges.slice(0, -1).map((start, index) => {
    const end = edges[index + 1] ?? text.length
    const quoting = spans.filter((span) => span.start <= start && span.end >= end)
    return { text: text.slice(start, end), criteria: [...new Set(quoting.map(({ criterion }) => criterion))] }
  })
}
