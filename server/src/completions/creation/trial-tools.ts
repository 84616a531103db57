import { parseMetadata, type TestResult, type TraceRecord } from '@bellwether/wire'
import * as z from 'zod'
import type { TestRunService } from '../../modules/assistant-tests/index.ts'
import { type ProposalService, withFields } from '../../modules/creation-sessions/index.ts'
import type { TraceService } from '../../modules/traces/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { normalizeEntries } from '../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { hasSideEffects, readSettings } from '../../tools/safe-tool-queries.ts'
import { AnswerCollector } from '../openai/collect-answer.ts'
import type { AssistantDraft, PlanCompletion } from '../plan/completion-plan.ts'
import { createRecord } from '../run/create-record.ts'
import { type RunDeps, runCompletion } from '../run/run.ts'
import type { CalledTool } from '../tools/called-tools.ts'
import { toAgentFunction } from './agent-tool.ts'
import type { Turn } from './turn.ts'

export interface TrialDeps {
  running: RunDeps & { planCompletion: PlanCompletion }
  tools: ToolRegistry
  checkDraft(caller: UserCaller, draft: AssistantDraft): Promise<AssistantDraft>
  testRuns: Pick<TestRunService, 'runNow'>
  traces: Pick<TraceService, 'get' | 'list'>
  proposals: Pick<ProposalService, 'open'>
}

/** Trying the draft takes as long as an answer, and tests as long as several. */
const TRIAL_MS = 110_000
const MAX_ANSWER_LENGTH = 4000
const MAX_QUESTION_LENGTH = 4000

/** Asking the draft, running its tests, and reading what happened. They save nothing. */
export const trialTools = (deps: TrialDeps, turn: Turn): CalledTool[] => [
  toAgentFunction(turn, {
    name: 'try_question',
    description:
      'Asks the draft, including the open proposal, a question as a student, and returns its answer. Tools that change something, need an approval or are not open to students are left out, and so are new connections to other servers.',
    input: z.object({ question: z.string().trim().min(1).max(MAX_QUESTION_LENGTH) }),
    timeoutMs: TRIAL_MS,
    run: async ({ question }, { signal, traceId }) => ({
      data: await tryQuestion(deps, turn, question, signal, traceId),
      summary: question,
    }),
  }),
  testsTool(deps, turn),
  toAgentFunction(turn, {
    name: 'explain_last_run',
    description:
      'Returns the steps of the last answer of the assistant: model, tools, times, results and errors.',
    input: z.object({}),
    run: async () => ({ data: await readTrace(deps, turn), summary: 'Read the last run' }),
  }),
]

function testsTool({ testRuns, tools }: TrialDeps, turn: Turn): CalledTool {
  let hasRun = false
  return toAgentFunction(turn, {
    name: 'run_tests',
    description:
      'Runs the tests of the saved assistant, without the open proposal. Once per message, and not if it has tools that change something.',
    input: z.object({}),
    timeoutMs: TRIAL_MS,
    async run(_input, { signal }) {
      const { assistantId } = turn.base
      if (assistantId === undefined)
        throw new AppError('bad_request', 'The assistant is not saved yet, so it has no tests')
      if (hasRun) throw new AppError('bad_request', 'The tests have already run for this message')
      if (!entriesOf(turn.base.form.metadata, tools).every((entry) => isHarmless(entry, tools)))
        throw new AppError(
          'bad_request',
          'The assistant has tools that change something or need an approval. Ask the person to run the tests.',
        )
      hasRun = true
      const order = { debugBypass: false, changesNothing: true }
      const results = await testRuns.runNow(turn.caller, assistantId, order, signal)
      const failed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'error').length
      return { data: results.map(toShownResult), summary: `Tests: ${results.length}, failed: ${failed}` }
    },
  })
}

const toShownResult = ({ title, outcome, answer, checks, error }: TestResult): object => ({
  title,
  outcome,
  answer: answer.slice(0, MAX_ANSWER_LENGTH),
  checks,
  error,
})

async function tryQuestion(
  { running: { planCompletion, ...deps }, tools, checkDraft, proposals }: TrialDeps,
  turn: Turn,
  question: string,
  signal: AbortSignal,
  parentId: string,
): Promise<object> {
  const open = await proposals.open(turn.session.id)
  const {
    name: _name,
    description: _description,
    ...form
  } = open ? withFields(turn.base.form, open.fields) : turn.base.form
  // Checked first: the check may complete settings that decide whether a tool changes something.
  const checked = await checkDraft(turn.caller, form)
  const savedKeys = new Set(entriesOf(turn.base.form.metadata, tools).map(toKey))
  const draft = { ...checked, metadata: harmlessOnly(checked.metadata, tools, savedKeys) }
  const request = { messages: [{ role: 'user', content: question }], stream: true }
  const order = {
    assistant: { draft },
    request,
    asStudent: true,
    changesNothing: true,
    slot: 'held',
  } as const
  const plan = await planCompletion(order, turn.caller)
  const record = createRecord(plan, { door: 'creation-trial', requestModel: null, parentId })
  const collected = new AnswerCollector({ id: record.id, model: plan.model.model })
  const sources: string[] = []
  for await (const event of runCompletion(deps, plan, signal, record)) {
    collected.add(event)
    if (event.type === 'sources') sources.push(...event.sources.map(({ title = '' }) => title))
  }
  turn.traceId = record.id
  return { answer: collected.text.slice(0, MAX_ANSWER_LENGTH), sources, model: record.model }
}

type Entry = ReturnType<typeof normalizeEntries>['entries'][number]

const entriesOf = (metadata: string, tools: ToolRegistry): Entry[] =>
  normalizeEntries(parseMetadata(metadata)?.tools ?? [], tools).entries

const toKey = ({ type, config }: Entry): string => JSON.stringify([type, config])

/** Tools that send the model's text to an address in their settings. */
const OUTGOING: ReadonlySet<string> = new Set(['http_request', 'mcp'])

/** Runs without approval and changes nothing outside this server. */
function isHarmless({ type, config, approval }: Entry, tools: ToolRegistry): boolean {
  const tool = tools.find(type)
  const read = tool && readSettings(tool, config)
  // Settings that can't be read yet may become a change when they are filled.
  const mayChange = tool?.hasSideEffects !== undefined && (!read || hasSideEffects(tool, read.data))
  return approval !== 'ask' && !tool?.alwaysAsks && !mayChange
}

/**
 * A model chooses when to try, so nothing may change outside this server, nothing may wait for the person, and nothing may be
 * sent to an address that the person has not accepted.
 */
function harmlessOnly(metadata: string, tools: ToolRegistry, savedKeys: ReadonlySet<string>): string {
  const settings = parseMetadata(metadata)
  if (!settings) return metadata
  const entries = entriesOf(metadata, tools).filter(
    (entry) => isHarmless(entry, tools) && (!OUTGOING.has(entry.type) || savedKeys.has(toKey(entry))),
  )
  return JSON.stringify({ ...settings, tools: entries })
}

async function readTrace({ traces }: TrialDeps, { caller, traceId, base }: Turn): Promise<object> {
  const id = traceId ?? (await lastTrace(traces, caller, base.assistantId))
  if (id === undefined) throw notFound('Trace')
  const { prompt: _prompt, ...trace } = (await traces.get(caller, id)) as TraceRecord
  return trace
}

async function lastTrace(
  traces: Pick<TraceService, 'list'>,
  caller: UserCaller,
  assistantId: number | undefined,
): Promise<string | undefined> {
  if (assistantId === undefined) return undefined
  return (await traces.list(caller, assistantId, { limit: 1 })).traces[0]?.id
}
