import type { Source } from '@bellwether/wire'
import type { ContextPart } from '../../connectors/connector.ts'
import { numberOf, numberSources, placesOf, toPassages } from '../../connectors/quotes/context-passages.ts'
import type { NumberedPassage } from './passage-windows.ts'

/** Tool output without the tool's name. */
interface Output {
  placeholder: string
  content: string
  sources: readonly Source[]
}

/** Pairs each tool's output with the tool's name. Both lists are in the order of the assistant's tools. */
export const toContextParts = (
  tools: readonly { tool: { name: string } }[],
  insertions: readonly Output[],
): ContextPart[] => insertions.map((insertion, at) => ({ tool: tools[at]?.tool.name ?? '', ...insertion }))

/**
 * What the model was given, in full, for checking citations: sources, and output of tools without sources. Empty if
 * there is nothing to check, because no tool has found material.
 */
export function toCitable(parts: readonly ContextPart[]): NumberedPassage[] {
  const passages = toPassages(parts)
  if (!passages.some(({ isMaterial }) => isMaterial)) return []
  const others = parts.flatMap(({ tool, content, sources }) =>
    sources.length === 0 ? [{ n: 0, title: tool, text: content }] : [],
  )
  return [...passages, ...others]
    .filter(({ text }) => text !== '')
    .map(({ n, title, text }) => ({ n, title, text }))
}

/**
 * Gives every source a unique number: two search tools would both start at 1. The numbers above the passages in the prompt change with
 * them. Prompts whose sources have unique numbers, or none, stay as they are. Pure.
 */
export function withNumberedSources(insertions: readonly Output[]): Output[] {
  if (insertions.every(({ sources }) => sources.length === 0)) return [...insertions]
  const parts = toContextParts([], insertions)
  const numbers = numberSources(parts)
  return insertions.map((insertion, at) => {
    const sourceNumbers = numbers[at] ?? []
    const part = parts[at]
    if (!part || insertion.sources.every((source, index) => numberOf(source) === sourceNumbers[index]))
      return insertion
    const sources = insertion.sources.map((source, index) => ({ ...source, n: sourceNumbers[index] }))
    return { ...insertion, sources, content: withNumbers(part, sourceNumbers) }
  })
}

function withNumbers(part: ContextPart, numbers: readonly number[]): string {
  let content = ''
  let from = 0
  for (const [index, place] of placesOf(part).entries()) {
    const old = part.sources[index] && numberOf(part.sources[index])
    if (!place || old === undefined || place.head === place.start) continue
    content += `${part.content.slice(from, place.head)}[${numbers[index] ?? old}]`
    from = place.head + `[${old}]`.length
  }
  return content + part.content.slice(from)
}
