import {
  acceptedWorksSchema,
  acceptWorksSchema,
  addWorkSchema,
  GRADING_LIMITS,
  gradedWorkDetailSchema,
  gradedWorkSchema,
  handGradesSchema,
  workReviewSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { GRADING_TAG } from './grading.routes.ts'
import type { WorkService } from './work.service.ts'

const tag = GRADING_TAG
const BASE = '/rubrics/{id}/gradings/{grading}/works'
const ONE = `${BASE}/{work}`
const id = z.string().max(100)
const ofGrading = z.object({ id, grading: id })
const ofWork = z.object({ id, grading: id, work: id })
/** Space for the other parts of a form. */
const FORM_OVERHEAD = 64 * 1024

const toPath = (params: z.output<typeof ofWork>) => ({
  rubric: params.id,
  grading: params.grading,
  work: params.work,
})

/** The works of a grading. */
export const createWorkRoutes = ({ gradedWorks }: { gradedWorks: WorkService }): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: BASE,
    tag,
    summary: 'Add a work',
    description: `A file in the field \`file\` (Word, PDF, text and others, up to ${GRADING_LIMITS.fileBytes / 1024 / 1024} MB), or \`text\` with an optional \`name\`. Only the text is stored, up to ${GRADING_LIMITS.text} characters.`,
    access: 'author',
    params: ofGrading,
    status: 201,
    bodyKind: 'json-or-form',
    bodyLimit: GRADING_LIMITS.fileBytes + FORM_OVERHEAD,
    body: addWorkSchema,
    answer: gradedWorkSchema,
    handle: ({ params, body, caller, exchange }) =>
      gradedWorks.add(caller, { rubric: params.id, grading: params.grading }, body, exchange.signal),
  }),
  endpoint({
    method: 'POST',
    path: `${BASE}/accept`,
    audited: true,
    tag,
    summary: 'Accept grades of several works',
    description:
      'Accepts the current grades, or withdraws acceptance with `accepted: false`. A work with a missing level, a score that differs from the one sent, or a grading in progress is not accepted; its result says why. Recorded in the audit log. Nothing is sent to students.',
    access: 'author',
    params: ofGrading,
    body: acceptWorksSchema,
    answer: acceptedWorksSchema,
    creates: false,
    handle: async ({ params, body, caller }) => ({
      results: await gradedWorks.accept(caller, { rubric: params.id, grading: params.grading }, body),
    }),
  }),
  endpoint({
    method: 'GET',
    path: ONE,
    tag,
    summary: 'Get a work',
    description: 'With its text and the evaluation: levels, reasons and quotes.',
    access: 'author',
    params: ofWork,
    answer: gradedWorkDetailSchema,
    handle: ({ params, caller }) => gradedWorks.get(caller, toPath(params)),
  }),
  endpoint({
    method: 'DELETE',
    path: ONE,
    tag,
    summary: 'Remove a work',
    description: 'Deletes its text and grades. Not while it is being graded.',
    access: 'author',
    params: ofWork,
    answer: 'none',
    async handle({ params, caller }) {
      await gradedWorks.remove(caller, toPath(params))
    },
  }),
  endpoint({
    method: 'PUT',
    path: `${ONE}/review`,
    tag,
    summary: 'Correct or accept a grade',
    description:
      'Replaces the model’s levels, comments and feedback; the server computes the score. With `accepted`, the grade is final; a later change without it withdraws the acceptance. Nothing is sent to students.',
    access: 'author',
    params: ofWork,
    body: workReviewSchema,
    answer: gradedWorkDetailSchema,
    handle: ({ params, body, caller }) => gradedWorks.review(caller, toPath(params), body),
  }),
  endpoint({
    method: 'PUT',
    path: `${ONE}/hand-grades`,
    tag,
    summary: 'Grade a work by hand',
    description: 'For a calibration, before it is started.',
    access: 'author',
    params: ofWork,
    body: handGradesSchema,
    answer: gradedWorkDetailSchema,
    handle: ({ params, body, caller }) => gradedWorks.gradeByHand(caller, toPath(params), body.grades),
  }),
]
