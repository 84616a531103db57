import type { ContextPart } from '../../connectors/connector.ts'
import { numberOf, numberSources, placesOf, toPassages } from '../../connectors/quotes/context-passages.ts'
import type { InjectedTool } from '../context/gather-context.ts'
import type { Insertion } from '../prompt-processors/prompt-processor.ts'
import type { NumberedPassage } from './passage-windows.ts'

/** What the tools brought, each with the tool's name. Both lists are in the order of the assistant's tools. */
export const toContextParts = (
  tools: readonly InjectedTool[],
  insertions: readonly Insertion[],
): ContextPart[] => insertions.map((insertion, at) => ({ tool: tools[at]?.tool.name ?? '', ...insertion }))

/** The sources with the whole text that the model got of each, to check its marks by. */
export const toCitable = (parts: readonly ContextPart[]): NumberedPassage[] =>
  toPassages(parts)
    .filter(({ text }) => text !== '')
    .map(({ n, title, text }) => ({ n, title, text }))

/**
 * Gives every source a number of its own: two tools that search would both begin with 1. The numbers above the passages in the prompt
 * change with them. Prompts whose sources were numbered well, or not at all, stay as they are. Pure.
 */
export function withNumberedSources(insertions: readonly Insertion[]): Insertion[] {
  const parts = toContextParts([], insertions)
  const numbers = numberSources(parts)
  return insertions.map((insertion, at) => {
    const own = numbers[at] ?? []
    const part = parts[at]
    if (!part || insertion.sources.every((source, index) => numberOf(source) === own[index])) return insertion
    const sources = insertion.sources.map((source, index) => ({ ...source, n: own[index] }))
    return { ...insertion, sources, content: withNumbers(part, own) }
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
