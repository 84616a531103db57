import {
  ltiAcceptGradeSchema,
  ltiGradeSchema,
  ltiGradesSchema,
  ltiProposeGradeSchema,
  ltiTokenQuerySchema,
  type RubricEvaluation,
  rubricEvaluationSchema,
  say,
} from '@bellwether/wire'
import { type ActivityRow, type GradeRow, SERVICE_PROBLEMS, toPoints } from '../../../modules/lti/index.ts'
import type { ReadableRubric } from '../../../modules/rubrics/index.ts'
import { askedBy } from '../../../modules/usage/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, conflict } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { LTI_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { languageFor } from '../pages/launch-page.ts'
import { launchTexts } from '../pages/launch-texts.ts'
import { withClearErrors } from '../token-errors.ts'

const BASE = '/lti/dashboard/grades'
/** For activities without a rubric. */
const DEFAULT_MAX = 100
const common = { tag: LTI_TAG, access: 'public' } as const

/** Grades of an activity, for its teachers. Nothing is sent to the LMS before a teacher accepts it. */
export const createGradeRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  listRoute(deps),
  proposeRoute(deps),
  acceptRoute(deps),
]

interface Grading {
  activity: ActivityRow
  educator: UserCaller
  isAvailable: boolean
}

/** The activity of a dashboard, and the educator who grades. */
async function readGrading({ lti, lti13 }: LtiDoorDeps, token: string): Promise<Grading> {
  const { data } = await lti.tokens.read('dashboard', token)
  const activity = await lti.activities.requireActivity(data.activityId)
  const educator = await lti.educators.require(data.userId ?? 0)
  return { activity, educator, isAvailable: (await lti13.grades.findTarget(activity.id)) !== undefined }
}

async function rubricIn({ lti, rubricOf }: LtiDoorDeps, { activity, educator }: Grading) {
  for (const { id } of await lti.activities.assistantsOf(activity.id)) {
    const rubric = await rubricOf(educator, id)
    if (rubric) return { ...rubric, assistantId: id }
  }
  return undefined
}

const listRoute = (deps: LtiDoorDeps): Endpoint =>
  endpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'List the grades of an activity',
    description:
      'Students who have opened the activity and are still in the course. Points count out of the maximum of the rubric, or 100. The token comes from a teacher’s launch with LTI 1.3.',
    query: ltiTokenQuerySchema,
    answer: ltiGradesSchema,
    handle: ({ query, exchange }) =>
      withClearErrors(async () => {
        const grading = await readGrading(deps, query.token)
        const rubric = grading.isAvailable ? await rubricIn(deps, grading) : undefined
        const students = grading.isAvailable ? await deps.lti13.grades.list(grading.activity.id) : []
        return {
          available: grading.isAvailable,
          rubric: rubric ? { title: rubric.title, max_score: rubric.maxScore } : null,
          students: students.map(({ user_id, name, grade }) => ({
            id: user_id,
            name,
            grade: grade ? toRecord(grade, exchange) : null,
          })),
        }
      }),
  })

const proposeRoute = (deps: LtiDoorDeps): Endpoint =>
  endpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/propose`,
    summary: 'Evaluate a student’s work with the rubric',
    description:
      'A model evaluates the text with the rubric of the activity’s assistant. The result is kept as a proposal; nothing is sent to the LMS.',
    body: ltiProposeGradeSchema,
    answer: ltiGradeSchema,
    handle: ({ body, exchange }) =>
      withClearErrors(async () => {
        const grading = await readGrading(deps, body.token)
        const student = await deps.lti13.grades.requireStudent(grading.activity.id, body.student)
        const rubric = await rubricIn(deps, grading)
        if (!rubric) throw badRequest(say('lti.no_rubric'))
        const evaluation = await evaluate(deps, grading.educator, rubric, body.text, exchange.signal)
        await deps.lti13.grades.propose(grading.activity.id, student, evaluation)
        return describe(deps, grading.activity.id, body.student, exchange)
      }),
  })

const evaluate = (
  { evaluateWork, slots }: LtiDoorDeps,
  educator: UserCaller,
  rubric: ReadableRubric,
  text: string,
  signal: AbortSignal,
): Promise<RubricEvaluation> =>
  slots.during({ caller: educator }, () =>
    evaluateWork({
      organizationId: educator.organizationId,
      askedFor: askedBy(educator),
      rubric,
      text,
      signal: AbortSignal.any([signal, AbortSignal.timeout(300_000)]),
    }),
  )

const acceptRoute = (deps: LtiDoorDeps): Endpoint =>
  endpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/accept`,
    summary: 'Accept a grade and send it to the LMS',
    description:
      'The teacher’s decision, with or without a proposal. It is sent in the background and tried again while the LMS can’t be reached; a grade that the LMS refuses is `failed`. A later grade replaces an earlier one.',
    body: ltiAcceptGradeSchema,
    answer: ltiGradeSchema,
    handle: ({ body, exchange }) =>
      withClearErrors(async () => {
        const grading = await readGrading(deps, body.token)
        const { activity, educator } = grading
        if (!grading.isAvailable) throw conflict(say('lti.grades_not_offered'))
        const student = await deps.lti13.grades.requireStudent(activity.id, body.student)
        const maxScore = (await rubricIn(deps, grading))?.maxScore ?? DEFAULT_MAX
        if (body.score > maxScore) throw badRequest(say('lti.score_too_high', { max: maxScore }))
        await deps.lti13.grades.accept(activity.id, student, {
          score: body.score,
          maxScore,
          comment: body.comment,
          acceptedBy: educator.userId,
        })
        return describe(deps, activity.id, body.student, exchange)
      }),
  })

async function describe({ lti13 }: LtiDoorDeps, activityId: number, userId: number, exchange: Exchange) {
  const grade = await lti13.grades.find(activityId, userId)
  return toRecord(grade, exchange)
}

const toRecord = (row: GradeRow, exchange: Exchange) => {
  const problem = SERVICE_PROBLEMS.find((candidate) => candidate === row.problem)
  const proposal = row.proposal === null ? null : rubricEvaluationSchema.parse(JSON.parse(row.proposal))
  return {
    state: row.state,
    score: row.score === null ? null : toPoints(row.score),
    max_score: toPoints(row.max_score),
    comment: row.comment,
    proposal,
    suggested_comment: proposal ? toComment(proposal) : '',
    problem: problem ?? null,
    message: problem ? launchTexts(languageFor(exchange)).services[problem] : null,
  }
}

/** A comment for the student, which the teacher can change: the level of each criterion and the feedback. Pure. */
const toComment = ({ criteria, feedback }: RubricEvaluation): string =>
  [
    criteria
      .filter(({ level }) => level !== null)
      .map(({ name, level }) => `${name}: ${level}`)
      .join('\n'),
    feedback,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
