import { hash } from 'node:crypto'
import { type SearchGrade, say } from '@bellwether/wire'
import type { AnswerOrder, TestedAnswer } from '../modules/assistant-tests/index.ts'
import { cutText, type Redactor } from '../modules/traces/index.ts'
import { AppError } from '../platform/errors.ts'
import { discardHolds } from './budget/answer-holds.ts'
import { AnswerCollector } from './openai/collect-answer.ts'
import type { CompletionOrder } from './plan/completion-plan.ts'
import { createRecord } from './run/create-record.ts'
import { runCompletion } from './run/run.ts'
import type { RunToTextDeps } from './run-to-text.ts'

const BEST_FIRST: readonly SearchGrade[] = ['found', 'perhaps', 'nothing']

/**
 * Answers the question of a test like any other question, with the caller's budget and the rights of a student, whose
 * answers the test is about.
 */
export const createAnswerTest =
  ({ planCompletion, ...deps }: RunToTextDeps) =>
  async ({ caller, assistantId, messages, draft, ...options }: AnswerOrder): Promise<TestedAnswer> => {
    const { model, debugBypass, changesNothing, signal } = options
    const order: CompletionOrder = {
      assistant: draft ? { draft } : { id: assistantId },
      request: { messages: messages.map((message) => ({ ...message })), stream: true },
      debugBypass,
      asStudent: true,
      changesNothing,
      model,
      slot: { test: signal },
    }
    const planned = await planCompletion(order, caller)
    if (planned.degraded && options.refusesDegraded) {
      await discardHolds(planned.holds)
      throw new AppError('quota_exceeded', say('tests.budget_degraded'))
    }
    // After the wait for a slot, which is no fault of the assistant.
    const started = performance.now()
    // Like a trace: nothing is kept where the organization keeps no traces.
    let toolCost = 0
    const plan = {
      ...planned,
      trace: { ...planned.trace, keepsPrompt: planned.trace.keep },
      assistant: {
        ...planned.assistant,
        async onSpent(cost: number) {
          toolCost += cost
        },
      },
    }
    const record = createRecord(plan, { door: 'test', requestModel: `lamb_assistant.${assistantId}` })
    const collected = new AnswerCollector({ id: record.id, model: plan.model.model })
    const tested: TestedAnswer = {
      text: '',
      sources: [],
      calls: [],
      grade: null,
      prompt: null,
      model: plan.model.model,
      inputTokens: 0,
      outputTokens: 0,
      cost: null,
      milliseconds: 0,
      isDegraded: plan.degraded !== undefined,
    }
    for await (const event of runCompletion(deps, plan, signal, record)) {
      collected.add(event)
      if (event.type === 'sources') {
        tested.grade = betterOf(tested.grade, event.grade)
        for (const { title = '', page } of event.sources)
          tested.sources.push({ title, page: typeof page === 'number' ? page : null })
      } else if (event.type === 'tool-call')
        tested.calls.push({ tool: event.name, arguments: readArguments(event.arguments) })
    }
    const { cost } = record.reportedUsage(plan.model)
    return {
      ...tested,
      text: collected.text,
      prompt: record.prompt ? toPrompt(record.prompt, plan.trace.redact, options.promptLimit) : null,
      model: record.model,
      inputTokens: record.tokens.inputTokens,
      outputTokens: record.tokens.outputTokens,
      cost: cost + toolCost,
      milliseconds: Math.round(performance.now() - started),
    }
  }

/** Without secrets and images, and all messages together no longer than allowed. */
function toPrompt(prompt: readonly object[], redact: Redactor, limit: number): TestedAnswer['prompt'] {
  let remaining = limit
  let isShortened = false
  const messages = prompt.map((message) => {
    const text = redact.text(textOf(Reflect.get(message, 'content'))).replaceAll('\u0000', '')
    const content = cutText(text, remaining)
    if (text.length > remaining) isShortened = true
    remaining = Math.max(0, remaining - content.length)
    return { role: String(Reflect.get(message, 'role')), content }
  })
  return { messages, isShortened, hash: hash('sha256', JSON.stringify(prompt)) }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => {
      const text: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'text') : part
      return typeof text === 'string' ? text : '[…]'
    })
    .join('\n')
}

const betterOf = (best: string | null, grade: SearchGrade | undefined): string | null =>
  BEST_FIRST.find((candidate) => candidate === best || candidate === grade) ?? null

function readArguments(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
