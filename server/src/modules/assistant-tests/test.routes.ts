import {
  assistantTestListSchema,
  assistantTestSchema,
  idSchema,
  runTestsSchema,
  testDraftSchema,
  testGateChangeSchema,
  testGateSchema,
  testListQuerySchema,
  testResultWithPromptSchema,
  testRunDetailSchema,
  testRunListSchema,
  testRunQuerySchema,
  testRunSchema,
  testVerdictSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { AssistantService } from '../assistants/index.ts'
import type { PublishGate } from './publish-gate.ts'
import { testRepository } from './test.repository.ts'
import type { TestService } from './test.service.ts'
import type { TestRunService } from './test-run.service.ts'

export interface TestRouteDeps {
  db: Db
  assistants: Pick<AssistantService, 'getRow'>
  assistantTests: TestService
  testRuns: TestRunService
  publishGate: PublishGate
}

const BASE = '/assistants/{id}/tests'
const tag = 'Assistants: tests'
const ofAssistant = z.object({ id: idSchema })
const ofTest = z.object({ id: idSchema, test: idSchema })
const ofRun = z.object({ id: idSchema, run: idSchema })
const ofResult = z.object({ id: idSchema, result: idSchema })
const common = { tag, access: 'author' } as const

export const createTestRoutes = (deps: TestRouteDeps): Endpoint[] => [
  ...gateRoutes(deps),
  ...runRoutes(deps),
  ...testRoutes(deps),
]

const testRoutes = ({ assistantTests }: TestRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'List the tests of an assistant',
    description: 'With the outcome of the newest result of each.',
    params: ofAssistant,
    answer: assistantTestListSchema,
    handle: async ({ params, caller }) => ({ tests: await assistantTests.list(caller, params.id) }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: BASE,
    summary: 'Create a test',
    description:
      'A question and the checks that run on its answer. Without checks, a person reviews the answer.',
    status: 201,
    params: ofAssistant,
    body: testDraftSchema,
    answer: assistantTestSchema,
    handle: ({ params, body, caller }) => assistantTests.add(caller, params.id, body),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/{test}`,
    summary: 'Get a test',
    description: 'Its messages and checks.',
    params: ofTest,
    answer: assistantTestSchema,
    handle: ({ params, caller }) => assistantTests.get(caller, params.id, params.test),
  }),
  endpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/{test}`,
    summary: 'Update a test',
    description: 'Replaces the test. Earlier results don’t change.',
    params: ofTest,
    body: testDraftSchema,
    answer: assistantTestSchema,
    handle: ({ params, body, caller }) => assistantTests.replace(caller, params.id, params.test, body),
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    path: `${BASE}/{test}`,
    summary: 'Delete a test',
    description: 'Earlier results are kept.',
    answer: 'none',
    params: ofTest,
    handle: ({ params, caller }) => assistantTests.remove(caller, params.id, params.test),
  }),
]

const runRoutes = ({ testRuns }: TestRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/runs`,
    summary: 'Run tests',
    description:
      'Starts in the background: read the run for its progress. `model`, `version` and `draft` try another model, an earlier version or unsaved settings; such runs don’t count for publishing.',
    status: 202,
    params: ofAssistant,
    body: runTestsSchema,
    answer: testRunSchema,
    handle: ({ params, body, caller }) => testRuns.start(caller, params.id, body),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/runs`,
    summary: 'List test runs',
    description: 'Newest first. The last 50 runs are kept, and the last 10 of unsaved settings (`draft`).',
    params: ofAssistant,
    query: testListQuerySchema,
    answer: testRunListSchema,
    handle: async ({ params, query, caller }) => ({
      runs: await testRuns.list(caller, params.id, query.limit),
    }),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/runs/{run}`,
    summary: 'Get a test run',
    description:
      'Its results, each with the previous result of the same test, or with the result of another run (`compare_with`).',
    params: ofRun,
    query: testRunQuerySchema,
    answer: testRunDetailSchema,
    handle: ({ params, query, caller }) => testRuns.get(caller, params.id, params.run, query.compare_with),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/runs/{run}/cancel`,
    summary: 'Cancel a test run',
    description: 'Results so far are kept.',
    answer: 'none',
    params: ofRun,
    handle: ({ params, caller }) => testRuns.cancel(caller, params.id, params.run),
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/results/{result}`,
    summary: 'Get a result with its prompt',
    description:
      'The messages that the model got, without secrets, and shortened if they are long (`prompt_shortened`): a run keeps 2 million characters in all. They are deleted together with the traces, and not stored if the organization keeps no traces.',
    params: ofResult,
    answer: testResultWithPromptSchema,
    handle: ({ params, caller }) => testRuns.getResultWithPrompt(caller, params.id, params.result),
  }),
  endpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/results/{result}/verdict`,
    summary: 'Review a result',
    description: 'A person’s verdict. `bad` counts as failed, whatever the checks say.',
    params: ofResult,
    body: testVerdictSchema,
    answer: testVerdictSchema,
    async handle({ params, body, caller }) {
      await testRuns.judge(caller, params.id, params.result, body)
      return body
    },
  }),
]

const gateRoutes = ({ db, assistants, publishGate }: TestRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/gate`,
    summary: 'Check whether tests allow publishing',
    description:
      'Whether passing tests are required, and whether they passed with the assistant as it is now.',
    params: ofAssistant,
    answer: testGateSchema,
    handle: async ({ params, caller }) =>
      publishGate.gateOf(await assistants.getRow(caller, 'edit', params.id)),
  }),
  endpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/gate`,
    summary: 'Require passing tests',
    description:
      'While tests are required and have not passed, publishing returns 409 with `code: "tests_failed"`. An organization can require them of all assistants.',
    params: ofAssistant,
    body: testGateChangeSchema,
    answer: testGateSchema,
    async handle({ params, body, caller }) {
      const row = await assistants.getRow(caller, 'manage', params.id)
      await testRepository.setRequired(db, row.id, body.required)
      return publishGate.gateOf(row)
    },
  }),
]
