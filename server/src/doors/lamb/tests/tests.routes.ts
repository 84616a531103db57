import {
  type AssistantTest,
  type Scenario,
  say,
  scenarioListQuerySchema,
  scenarioSchema,
  type TestDraft,
  type TestResult,
} from '@bellwether/wire'
import * as z from 'zod'
import type { TestRunService, TestService } from '../../../modules/assistant-tests/index.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { tryParseJson } from '../../../platform/json.ts'
import { toIso } from '../iso-time.ts'
import { idOf, lambGroup } from '../lamb-endpoint.ts'

export interface LambTestDeps {
  assistantTests: TestService
  testRuns: TestRunService
}

const group = { tag: 'tests', access: 'author', base: '/creator/assistant/{id}/tests' } as const
const params = z.object({ id: z.coerce.number().int().positive() })
const scenarioId = idOf('Scenario')
const ofAssistant = lambGroup({ ...group, params })
const ofScenario = lambGroup({
  ...group,
  base: `${group.base}/scenarios/{scenario}`,
  params: params.extend({ scenario: scenarioId }),
})
const ofRun = lambGroup({
  ...group,
  base: `${group.base}/runs/{run}`,
  params: params.extend({ run: idOf('Test run') }),
})

/** LAMB's test scenarios, runs and evaluations (contract §14), on the tests of this server. */
export const createLambTestRoutes = (deps: LambTestDeps): Endpoint[] => [
  ...scenarioRoutes(deps),
  ...runRoutes(deps),
]

const scenarioRoutes = ({ assistantTests }: LambTestDeps): Endpoint[] => [
  ofAssistant('GET', '/scenarios', 'List test scenarios', {
    async handle({ params, caller }) {
      const authors = await assistantTests.authors(caller, params.id)
      return (await assistantTests.list(caller, params.id)).map((test) => toScenario(test, authors))
    },
  }),
  ofAssistant('POST', '/scenarios', 'Create a test scenario', {
    description: 'With a `title`, and `messages` or one `message`.',
    body: scenarioSchema,
    async handle({ params, body, caller }) {
      // LAMB refuses these with 400, not 422.
      if (!body.title) throw badRequest(say('tests.title_required'))
      if (!body.messages && !body.message) throw badRequest(say('tests.message_required'))
      const { id, title } = await assistantTests.add(caller, params.id, toDraft(body))
      return { id: toId(id), title, assistant_id: params.id }
    },
  }),
  ofScenario('GET', '', 'Get a test scenario', {
    async handle({ params, caller }) {
      const test = await assistantTests.get(caller, params.id, params.scenario)
      return toScenario(test, await assistantTests.authors(caller, params.id))
    },
  }),
  ofScenario('PUT', '', 'Update a test scenario', {
    description: 'Omitted fields stay the same, as do the checks.',
    body: scenarioSchema,
    async handle({ params, body, caller }) {
      const existing = await assistantTests.get(caller, params.id, params.scenario)
      await assistantTests.replace(caller, params.id, params.scenario, toDraft(body, existing))
      return { success: true }
    },
  }),
  ofScenario('DELETE', '', 'Delete a test scenario', {
    async handle({ params, caller }) {
      await assistantTests.remove(caller, params.id, params.scenario)
      return { success: true }
    },
  }),
]

const runRoutes = ({ testRuns }: LambTestDeps): Endpoint[] => [
  ofAssistant('POST', '/run', 'Run test scenarios', {
    description:
      'One, or all without `scenario_id`. With `debug_bypass`, the prompt is returned as the answer.',
    body: z.object({ scenario_id: scenarioId.nullish(), debug_bypass: z.boolean().nullish() }),
    async handle({ params, body, caller, exchange: { signal } }) {
      const tests = body.scenario_id == null ? undefined : [body.scenario_id]
      const order = { tests, model: undefined, version: undefined, debugBypass: body.debug_bypass === true }
      const results = await testRuns.runNow(caller, params.id, order, signal)
      const [only] = results
      if (tests && only) return toRun(params.id, only)
      return { runs: results.map((result) => toRunOrError(params.id, result)), count: results.length }
    },
  }),
  ofAssistant('GET', '/runs', 'List results of test scenarios', {
    description: 'Newest first.',
    query: scenarioListQuerySchema,
    handle: async ({ params, query, caller }) =>
      (await testRuns.listResults(caller, params.id, query.limit)).map((result) => toRun(params.id, result)),
  }),
  ofRun('GET', '', 'Get a result of a test scenario', {
    description: 'With the completion and the assistant’s settings at that time.',
    async handle({ params, caller }) {
      const { result, snapshot } = await testRuns.getResult(caller, params.id, params.run)
      return {
        ...toRun(params.id, result),
        output: toCompletion(result),
        assistant_snapshot: { system_prompt: snapshot.system_prompt, ...readPlugins(snapshot.metadata) },
      }
    },
  }),
  ofRun('POST', '/evaluate', 'Evaluate a result', {
    description: 'A person’s verdict on an answer.',
    body: z.object({ verdict: z.enum(['good', 'bad', 'mixed']), notes: z.string().max(5000).nullish() }),
    async handle({ params, body, caller }) {
      const verdict = { verdict: body.verdict, notes: body.notes ?? '' }
      const { id } = await testRuns.judge(caller, params.id, params.run, verdict)
      return { id: toId(id), test_run_id: toId(params.run), verdict: body.verdict }
    },
  }),
  ofAssistant('GET', '/evaluations', 'List evaluations of results', {
    handle: async ({ params, caller }) =>
      (await testRuns.listVerdicts(caller, params.id)).map((row) => ({
        id: toId(row.id),
        test_run_id: toId(row.result_id),
        evaluator: row.evaluator,
        verdict: row.verdict,
        notes: row.notes,
        dimensions: JSON.parse(row.dimensions),
        created_at: toIso(row.created_at),
      })),
  }),
]

/** LAMB's ids are text, which its command line shortens. */
const toId = (id: number | null): string | null => (id === null ? null : String(id))

function toDraft(body: Scenario, existing?: AssistantTest): TestDraft {
  const question = body.message == null ? undefined : [{ role: 'user' as const, content: body.message }]
  return {
    title: body.title ?? existing?.title ?? '',
    description: body.description ?? existing?.description ?? '',
    kind: body.scenario_type ?? existing?.kind ?? 'single_turn',
    messages: body.messages ?? question ?? existing?.messages ?? [],
    expected: body.expected_behavior ?? existing?.expected ?? '',
    tags: body.tags ?? existing?.tags ?? [],
    checks: existing?.checks ?? [],
  }
}

const toScenario = (test: AssistantTest, authors: ReadonlyMap<number, string>) => ({
  id: toId(test.id),
  assistant_id: test.assistant_id,
  title: test.title,
  description: test.description,
  scenario_type: test.kind,
  messages: test.messages,
  expected_behavior: test.expected,
  tags: test.tags,
  created_by: authors.get(test.id) ?? null,
  created_at: toIso(test.created_at),
  updated_at: toIso(test.updated_at),
})

const toRun = (assistantId: number, result: TestResult) => ({
  id: toId(result.id),
  assistant_id: assistantId,
  scenario_id: toId(result.test_id),
  input_messages: result.messages,
  response: result.outcome === 'error' ? `Error: ${result.error}` : result.answer,
  token_usage: toUsage(result),
  model_used: result.model,
  elapsed_ms: result.milliseconds,
  created_at: toIso(result.created_at),
})

const toUsage = ({ input_tokens, output_tokens }: TestResult) => ({
  prompt_tokens: input_tokens,
  completion_tokens: output_tokens,
  total_tokens: input_tokens + output_tokens,
})

const toRunOrError = (assistantId: number, result: TestResult) =>
  result.outcome === 'error'
    ? { scenario_id: toId(result.test_id), title: result.title, error: result.error }
    : toRun(assistantId, result)

const toCompletion = (result: TestResult) => ({
  id: `test-${result.id}`,
  object: 'chat.completion',
  created: result.created_at,
  model: result.model,
  choices: [{ index: 0, message: { role: 'assistant', content: result.answer }, finish_reason: 'stop' }],
  usage: toUsage(result),
})

const pluginsSchema = z.object({
  llm: z.string().default(''),
  connector: z.string().default(''),
  rag_processor: z.string().default(''),
  prompt_processor: z.string().default(''),
})

const readPlugins = (metadata: string) =>
  pluginsSchema.safeParse(tryParseJson(metadata)).data ?? pluginsSchema.parse({})
