import {
  DONE,
  EVALUATION_LIMITS,
  evaluationDetailSchema,
  evaluationListSchema,
  importedRetrievalQuestionsSchema,
  importRetrievalQuestionsSchema,
  retrievalQuestionDraftSchema,
  retrievalQuestionListQuerySchema,
  retrievalQuestionListSchema,
  retrievalQuestionSchema,
  runEvaluationSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { notFound } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { EvaluationService } from './evaluation.service.ts'
import type { QuestionService } from './question.service.ts'

export interface EvaluationRouteDeps {
  retrievalQuestions: QuestionService
  evaluations: EvaluationService
}

const BASE = '/knowledge-bases/{id}'
const tag = 'Knowledge bases: evaluation'
const id = z.string().max(100)
const ofBase = z.object({ id })
const ofQuestion = z.object({ id, question: id })
const ofRun = z.object({ id, run: id })

/** Malformed ids are not found. */
function toId(text: string, kind: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(kind)
  return Number(text)
}
const toBase = (text: string) => toId(text, 'Knowledge base')

/** Retrieval evaluations: questions with the passages they should find, and the results of the search. */
export const createEvaluationRoutes = (deps: EvaluationRouteDeps): Endpoint[] => [
  ...createQuestionRoutes(deps),
  ...createRunRoutes(deps),
]

function createQuestionRoutes({ retrievalQuestions }: EvaluationRouteDeps): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: `${BASE}/questions`,
      tag,
      summary: 'List test questions',
      description: 'The questions that evaluations ask.',
      access: 'author',
      params: ofBase,
      query: retrievalQuestionListQuerySchema,
      answer: retrievalQuestionListSchema,
      handle: ({ params, query, caller }) => retrievalQuestions.list(caller, toBase(params.id), query),
    }),
    endpoint({
      method: 'POST',
      path: `${BASE}/questions`,
      tag,
      summary: 'Create a test question',
      description: 'With the passages that it should find.',
      access: 'author',
      status: 201,
      params: ofBase,
      body: retrievalQuestionDraftSchema,
      answer: retrievalQuestionSchema,
      handle: ({ params, body, caller }) => retrievalQuestions.add(caller, toBase(params.id), body),
    }),
    endpoint({
      method: 'POST',
      path: `${BASE}/questions/import`,
      tag,
      summary: 'Import test questions',
      description:
        'All or none. JSON, or CSV with the columns question, filename, quote, start, end, page, note.',
      access: 'author',
      params: ofBase,
      body: importRetrievalQuestionsSchema,
      bodyKind: 'json-or-form',
      // The form adds some bytes around the file.
      bodyLimit: EVALUATION_LIMITS.importBytes + 64 * 1024,
      answer: importedRetrievalQuestionsSchema,
      handle: ({ params, body, caller }) => retrievalQuestions.importAll(caller, toBase(params.id), body),
    }),
    endpoint({
      method: 'PUT',
      path: `${BASE}/questions/{question}`,
      tag,
      summary: 'Update a test question',
      description: 'Replaces the question and its expected passages.',
      access: 'author',
      params: ofQuestion,
      body: retrievalQuestionDraftSchema,
      answer: retrievalQuestionSchema,
      handle: ({ params, body, caller }) =>
        retrievalQuestions.replace(caller, toBase(params.id), toId(params.question, 'Question'), body),
    }),
    endpoint({
      method: 'DELETE',
      path: `${BASE}/questions/{question}`,
      tag,
      summary: 'Delete a test question',
      description: 'Earlier evaluations don’t change.',
      access: 'author',
      params: ofQuestion,
      answer: z.object({ success: z.literal(true) }),
      async handle({ params, caller }) {
        await retrievalQuestions.remove(caller, toBase(params.id), toId(params.question, 'Question'))
        return DONE
      },
    }),
  ]
}

function createRunRoutes({ evaluations }: EvaluationRouteDeps): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: `${BASE}/evaluations`,
      tag,
      summary: 'Run an evaluation',
      description:
        'Asks all test questions and returns which expected passages were found, recall, nDCG@10 and MRR. With `compare_with`, also with other settings, side by side.',
      access: 'author',
      status: 201,
      params: ofBase,
      body: runEvaluationSchema,
      answer: evaluationDetailSchema,
      handle: ({ params, body, caller, exchange: { signal } }) =>
        evaluations.run(caller, toBase(params.id), body, signal),
    }),
    endpoint({
      method: 'GET',
      path: `${BASE}/evaluations`,
      tag,
      summary: 'List evaluations',
      description: 'Newest first.',
      access: 'author',
      params: ofBase,
      answer: evaluationListSchema,
      handle: async ({ params, caller }) => ({
        evaluations: await evaluations.list(caller, toBase(params.id)),
      }),
    }),
    endpoint({
      method: 'GET',
      path: `${BASE}/evaluations/{run}`,
      tag,
      summary: 'Get an evaluation',
      description: 'With the passages found for each question.',
      access: 'author',
      params: ofRun,
      answer: evaluationDetailSchema,
      handle: ({ params, caller }) =>
        evaluations.get(caller, toBase(params.id), toId(params.run, 'Evaluation')),
    }),
  ]
}
