import { say } from '@bellwether/wire'
import type { ChatMessage, ContextPart, FunctionSpec } from '../../connectors/connector.ts'
import { toContextParts } from '../citations/context-parts.ts'
import { type Gathered, type GatherInput, gatherContext } from '../context/gather-context.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import { emitWhile } from '../events/emit-while.ts'
import { toStatus } from '../events/to-status.ts'
import type { OutputOptions, PromptPlan, ToolSet } from '../plan/completion-plan.ts'
import { questionOf } from '../prompt-processors/message-text.ts'
import type { Insertion } from '../prompt-processors/prompt-processor.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import type { ToolScope } from '../tools/tool-scope.ts'
import { citesSources, withoutEarlierMarks } from './hide-stray-marks.ts'

export interface PromptRequest {
  prompt: PromptPlan
  tools: Pick<ToolSet, 'injected' | 'called'>
  output: OutputOptions
  /** Whether the record includes the prompt. */
  keepsPrompt: boolean
  /** The functions offered to the model. */
  offered: readonly FunctionSpec[]
}

export interface FilledPrompt {
  messages: readonly ChatMessage[]
  fixedSystemLength?: number | undefined
  /** Tool output. */
  parts: ContextPart[]
  question: string
}

/** Runs the injected tools and fills the template with their output. */
export async function* makePrompt(
  { prompt: { messages: clientMessages, template }, tools, output, keepsPrompt, offered }: PromptRequest,
  scope: ToolScope,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, FilledPrompt, undefined> {
  const { injected } = tools
  const messages = citesSources({ tools }) ? withoutEarlierMarks(clientMessages) : clientMessages
  const functions = tools.called.length > 0 ? offered.map(({ name }) => name) : template?.functions
  const filling = template && { ...template, functions }
  const question = questionOf(messages)
  const input = { ...scope, tools: injected, steps: record.steps, messages, question }
  // An event queue is only needed for statuses and approvals.
  const hasEvents =
    output.stream &&
    injected.some((entry) => (output.includeStatus && !entry.tool.isSilent) || entry.needsApproval)
  const { insertions, sources, grade } = hasEvents
    ? yield* gatherWithEvents(input)
    : await gatherContext(input)
  if (sources.length > 0 || grade) yield { type: 'sources', sources, grade }
  const fill = (content: readonly Insertion[]): Pick<FilledPrompt, 'messages' | 'fixedSystemLength'> =>
    filling ? filling.process({ ...filling, messages, insertions: content }) : { messages }
  const filled = fill(insertions)
  if (keepsPrompt)
    record.prompt = (hasPrivate(tools) ? fill(withoutPrivate(tools, insertions)) : filled).messages
  return { ...filled, parts: toContextParts(injected, insertions), question }
}

const hasPrivate = ({ injected }: Pick<ToolSet, 'injected'>): boolean =>
  injected.some(({ tool }) => tool.hasPrivateInput)

/** Removes what is private to the person who asks: the trace is for the author. */
const withoutPrivate = (
  { injected }: Pick<ToolSet, 'injected'>,
  insertions: readonly Insertion[],
): Insertion[] =>
  insertions.map((insertion, at) =>
    injected[at]?.tool.hasPrivateInput ? { ...insertion, content: '[private]' } : insertion,
  )

async function* gatherWithEvents(input: GatherInput): AsyncGenerator<CompletionEvent, Gathered, undefined> {
  const gathered = yield* emitWhile<CompletionEvent, Gathered>((tell) => gatherContext({ ...input, tell }))
  if (input.tools.filter(({ tool }) => !tool.isSilent).length > 1)
    yield { ...toStatus('merging', null, say('statuses.merging')), message: 'merging tool outputs' }
  return gathered
}
