import type { SearchGrade } from '@bellwether/wire'
import type { AnswerOrder, TestedAnswer } from '../modules/assistant-tests/index.ts'
import { AnswerCollector } from './openai/collect-answer.ts'
import type { CompletionOrder } from './plan/completion-plan.ts'
import { createRecord } from './run/create-record.ts'
import { runCompletion } from './run/run.ts'
import type { RunToTextDeps } from './run-to-text.ts'

const BEST_FIRST: readonly SearchGrade[] = ['found', 'perhaps', 'nothing']

/** Answers the question of a test like any other question, with the caller's rights and budget. */
export const createAnswerTest =
  ({ planCompletion, ...deps }: RunToTextDeps) =>
  async ({ caller, assistantId, messages, model, draft, debugBypass, signal }: AnswerOrder) => {
    const order: CompletionOrder = {
      assistant: draft ? { draft } : { id: assistantId },
      request: { messages: messages.map((message) => ({ ...message })), stream: true },
      debugBypass,
      model,
    }
    const started = performance.now()
    const plan = await planCompletion(order, caller)
    const record = createRecord(plan, { door: 'test', requestModel: `lamb_assistant.${assistantId}` })
    const collected = new AnswerCollector({ id: record.id, model: plan.model.model })
    const tested: TestedAnswer = {
      text: '',
      sources: [],
      calls: [],
      grade: null,
      model: plan.model.model,
      inputTokens: 0,
      outputTokens: 0,
      cost: null,
      milliseconds: 0,
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
      model: record.model,
      inputTokens: record.inputTokens,
      outputTokens: record.outputTokens,
      cost,
      milliseconds: Math.round(performance.now() - started),
    }
  }

const betterOf = (known: string | null, grade: SearchGrade | undefined): string | null =>
  BEST_FIRST.find((one) => one === known || one === grade) ?? null

function readArguments(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
