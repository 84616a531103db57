import {
  createGradingSchema,
  GRADING_LIMITS,
  gradingAgreementSchema,
  gradingDetailSchema,
  gradingEstimateSchema,
  gradingListSchema,
  gradingSchema,
  startGradingSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { GradingService } from './grading.service.ts'

export const GRADING_TAG = 'Rubrics: grading'
const tag = GRADING_TAG
const BASE = '/rubrics/{id}/gradings'
const ONE = `${BASE}/{grading}`
const id = z.string().max(100)
const ofRubric = z.object({ id })
const ofGrading = z.object({ id, grading: id })

/** Gradings of many works, and calibrations. Only the person who created one can see it. */
export const createGradingRoutes = ({ gradings }: { gradings: GradingService }): Endpoint[] => [
  ...createLifeRoutes(gradings),
  ...createRunRoutes(gradings),
]

const createLifeRoutes = (gradings: GradingService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: BASE,
    tag,
    summary: 'List your gradings with a rubric',
    description: 'Newest first. Colleagues and admins can’t see them.',
    access: 'author',
    params: ofRubric,
    answer: gradingListSchema,
    handle: async ({ params, caller }) => ({ gradings: await gradings.list(caller, params.id) }),
  }),
  endpoint({
    method: 'POST',
    path: BASE,
    tag,
    summary: 'Create a grading',
    description: `A \`batch\` grades up to ${GRADING_LIMITS.works} works; a \`calibration\` compares the model’s grades with yours for up to ${GRADING_LIMITS.calibrationWorks} works. The rubric is copied: later changes to it don’t affect the grading. Works are students’ submissions: add them, then start it. 400 if there is no model.`,
    access: 'author',
    params: ofRubric,
    status: 201,
    body: createGradingSchema,
    answer: gradingSchema,
    handle: ({ params, body, caller }) => gradings.create(caller, params.id, body),
  }),
  endpoint({
    method: 'GET',
    path: ONE,
    tag,
    summary: 'Get a grading',
    description: 'With its works: their state, levels and score. Request it again to follow the progress.',
    access: 'author',
    params: ofGrading,
    answer: gradingDetailSchema,
    handle: ({ params, caller }) => gradings.get(caller, params.id, params.grading),
  }),
  endpoint({
    method: 'DELETE',
    path: ONE,
    tag,
    summary: 'Delete a grading',
    description: 'With its works and grades. Stops it if it is running.',
    access: 'author',
    params: ofGrading,
    answer: 'none',
    async handle({ params, caller }) {
      await gradings.delete(caller, params.id, params.grading)
    },
  }),
  endpoint({
    answer: 'file',
    method: 'GET',
    path: `${ONE}/export.csv`,
    tag,
    summary: 'Export grades as CSV',
    description:
      'One row per work. `Score` is empty until a person has accepted the grade; until then the points are in `Proposed score`.',
    access: 'author',
    params: ofGrading,
    handle: async ({ params, caller }) =>
      new Reply(await gradings.csv(caller, params.id, params.grading), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="grades.csv"',
      }),
  }),
]

const createRunRoutes = (gradings: GradingService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: `${ONE}/estimate`,
    tag,
    summary: 'Estimate the cost of a grading',
    description:
      'For the works that starting it would grade, with one model call each. An assistant’s documents and tools are not included. `cost` is null if the model has no price.',
    access: 'author',
    params: ofGrading,
    answer: gradingEstimateSchema,
    handle: ({ params, caller }) => gradings.estimate(caller, params.id, params.grading),
  }),
  endpoint({
    method: 'POST',
    path: `${ONE}/start`,
    tag,
    summary: 'Start or continue a grading',
    description:
      'Grades new works, and those that failed or were cancelled, in the background. It continues after a restart of the server. A calibration must be graded by hand first. With `max_cost`, no further work is started once the model calls of this grading have cost that much (`state: "limit_reached"`); calls in progress are finished. Start it again with a higher `max_cost`, or null, to continue. 400 if the model has no price.',
    access: 'author',
    params: ofGrading,
    body: startGradingSchema,
    bodyOptional: true,
    answer: gradingDetailSchema,
    async handle({ params, body, caller }) {
      await gradings.start(caller, params.id, params.grading, body)
      return gradings.get(caller, params.id, params.grading)
    },
  }),
  endpoint({
    method: 'POST',
    path: `${ONE}/cancel`,
    tag,
    summary: 'Cancel a grading',
    description: 'Works that have been graded keep their grades. Start it again to continue.',
    access: 'author',
    params: ofGrading,
    answer: gradingDetailSchema,
    async handle({ params, caller }) {
      await gradings.cancel(caller, params.id, params.grading)
      return gradings.get(caller, params.id, params.grading)
    },
  }),
  endpoint({
    method: 'POST',
    path: `${ONE}/again`,
    tag,
    summary: 'Repeat a calibration with the changed rubric',
    description:
      'Creates and starts a calibration with the same works, your grades and the current rubric. Its agreement includes the figures of the previous calibration.',
    access: 'author',
    params: ofGrading,
    status: 201,
    answer: gradingSchema,
    handle: ({ params, caller }) => gradings.again(caller, params.id, params.grading),
  }),
  endpoint({
    method: 'GET',
    path: `${ONE}/agreement`,
    tag,
    summary: 'Compare the model’s grades with yours',
    description:
      'For a calibration: exact and adjacent agreement and quadratic weighted kappa, per criterion and overall, and the disagreements with the model’s evidence. `kappa` is null where it is undefined; `kappa_missing` says why.',
    access: 'author',
    params: ofGrading,
    answer: gradingAgreementSchema,
    handle: ({ params, caller }) => gradings.agreement(caller, params.id, params.grading),
  }),
]
