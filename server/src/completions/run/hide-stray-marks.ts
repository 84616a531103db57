import type { ChatMessage, ContextPart } from '../../connectors/connector.ts'
import { toPassages } from '../../connectors/quotes/context-passages.ts'
import type { Tool } from '../../tools/tool.ts'
import { withoutMarks } from '../citations/citation-marks.ts'
import { StrayMarks } from '../citations/stray-marks.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import type { Plan } from '../plan/completion-plan.ts'

/** Whether the assistant's answers cite sources by number. */
export const citesSources = ({ tools }: { tools: Pick<Plan['tools'], 'injected' | 'called'> }): boolean =>
  tools.injected.some(isCited) || tools.called.some(isCited)

const isCited = ({ tool }: { tool: Tool }): boolean => tool.isCited === true

/** Numbers of earlier answers mean other sources now: without them, the model does not copy them. Pure. */
export const withoutEarlierMarks = (messages: readonly ChatMessage[]): ChatMessage[] =>
  messages.map((message) =>
    message.role === 'assistant' && typeof message.content === 'string'
      ? { ...message, content: withoutMarks(message.content) }
      : message,
  )

/**
 * An answer without citations of sources that it does not have. `parts` grow while the answer is written. Frames that
 * are relayed to API clients stay as the provider sent them.
 */
export async function* hideStrayMarks(
  events: AsyncIterable<CompletionEvent>,
  parts: readonly ContextPart[],
  removed: Set<number>,
): AsyncGenerator<CompletionEvent, void, undefined> {
  let partCount = -1
  let sourceNumbers: ReadonlySet<number> = new Set()
  const marks = new StrayMarks(() => {
    if (parts.length !== partCount) sourceNumbers = new Set(toPassages(parts).map(({ n }) => n))
    partCount = parts.length
    return sourceNumbers
  }, removed)
  for await (const event of events) {
    if (event.type === 'text-delta') {
      const text = marks.add(event.text)
      if (text !== '') yield { ...event, text }
      continue
    }
    if (event.type === 'tool-call' || event.type === 'end') {
      const text = marks.end()
      if (text !== '') yield { type: 'text-delta', text }
    }
    yield event
  }
}
