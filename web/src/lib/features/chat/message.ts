import type { Source } from '@bellwether/wire'
import type { StreamStatus } from '$lib/api'

/** One tool that ran for an answer. */
export interface Step {
  tool: string
  elapsedMs: number | undefined
  hasFailed: boolean
  isOver: boolean
}

/** What the check of the answer's marks found; places are in the answer's text. */
export interface Citations {
  sentences: { start: number; end: number; status: string }[]
  unsupported: number
}

/** A source as a person wants to see it. */
export interface ShownSource {
  n: number
  title: string
  place: { page?: number; slide?: number }
  quote: string
  url: string | undefined
  isRubric: boolean
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Sources keep the number by which an answer names them; those without one come after the highest. Pure. */
export function toShownSources(sources: readonly Source[]): ShownSource[] {
  let highest = Math.max(0, ...sources.map((source) => numberOf(source['n']) ?? 0))
  return sources.map((source) => {
    const page = numberOf(source['page'])
    const slide = numberOf(source['slide'])
    return {
      n: numberOf(source['n']) ?? ++highest,
      title: source.title ?? textOf(source['name']),
      place: { ...(page === undefined ? {} : { page }), ...(slide === undefined ? {} : { slide }) },
      quote: textOf(source['quote']),
      url: safeUrl(source.url),
      isRubric: source['type'] === 'rubric',
    }
  })
}

/** Sources come from documents that anybody may have written: only addresses that a browser opens as pages. */
export function safeUrl(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined
  return /^(https?:\/\/|\/(?!\/))/i.test(url) ? url : undefined
}

/** The steps after one more status. A tool that ends closes the step that it began. Pure. */
export function withStatus(steps: readonly Step[], status: StreamStatus): Step[] {
  const { tool, status: kind, elapsed_ms: elapsedMs } = status
  if (!tool) return [...steps]
  const isOver = kind !== 'tool_start' && kind !== 'tool_call'
  const begun = steps.findIndex((step) => step.tool === tool && !step.isOver)
  const step: Step = { tool, elapsedMs, hasFailed: kind === 'tool_failed', isOver }
  if (!isOver || begun < 0) return [...steps, step]
  return steps.map((one, index) => (index === begun ? step : one))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Undefined when the server said something that we can't read. */
export function toCitations(value: unknown): Citations | undefined {
  if (!isObject(value) || !Array.isArray(value['sentences'])) return undefined
  const sentences = value['sentences'].flatMap((one: unknown) =>
    isObject(one) && typeof one['start'] === 'number' && typeof one['end'] === 'number'
      ? [{ start: one['start'], end: one['end'], status: textOf(one['status']) }]
      : [],
  )
  return { sentences, unsupported: numberOf(value['unsupported']) ?? 0 }
}

/** The numbers that an answer names, in order. Pure. */
export const citedNumbers = (text: string): number[] => [
  ...new Set(Array.from(text.matchAll(/[[【](\d{1,3})[\]】](?!\()/g), (mark) => Number(mark[1]))),
]
