import type { RubricEvaluation } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Outbox } from '../../../platform/db/outbox/outbox.ts'
import { isUnavailable, notFound } from '../../../platform/errors.ts'
import { createWorkQueue, delayAfter } from '../../../platform/jobs/work-queue.ts'
import type { Log } from '../../../platform/log.ts'
import { activityRepository } from '../activities/activity.repository.ts'
import type { OfferedServices } from '../claims/offered-services.ts'
import { type PlatformRow, platformRepository } from '../lti13/platform.repository.ts'
import { ServiceFault } from '../services/service-fault.ts'
import {
  type EndedGrade,
  type GradeRow,
  type GradeTargetRow,
  gradeQueueRepository,
  gradeRepository,
  gradeTargetRepository,
  type Student,
} from './grade.repository.ts'
import { LINE_ITEM_SCOPE, type LineItems, SCORE_SCOPE } from './line-items.ts'

const THOUSANDTHS = 1000
const MAX_STUDENTS = 2000
/** Longer than an attempt takes. A grade that an instance was sending when it was killed is sent again after this time. */
const CLAIM_SECONDS = 300
const GIVE_UP_SECONDS = 3 * 86_400
const LOOK_MS = 30_000

export interface GradeDeps {
  db: Db
  /** Keeps the fact that a grade was sent while the database is unavailable, so that it is not sent again. */
  outbox: Pick<Outbox, 'writer'>
  log: Log
  lineItems: LineItems
}

export interface AcceptedGrade {
  score: number
  maxScore: number
  comment: string
  acceptedBy: number
}

/** Grades that teachers have accepted, on their way to the gradebook of the LMS. */
export function createGrades(deps: GradeDeps) {
  const { db, log } = deps
  const { attempt, isSaved } = createAttempt(deps)
  const queue = createWorkQueue<GradeRow>({
    name: 'grades',
    log,
    lookMs: LOOK_MS,
    // Until its queued end is written, the database lists a grade as unsent.
    listDue: async (limit, mayRetry) =>
      isSaved() ? gradeQueueRepository.listDue(db, nowSeconds(), limit, mayRetry) : [],
    groupOf: ({ activity_id }) => activity_id,
    attempt,
  })

  /** Only students of the activity who are in the course. Others get 404. */
  async function requireStudent(activityId: number, userId: number): Promise<Student> {
    const student = await gradeRepository.findStudent(db, activityId, userId)
    if (!student) throw notFound('Member')
    return student
  }

  return {
    queue,
    requireStudent,
    ...createTargets(db),

    async list(activityId: number): Promise<(Student & { grade: GradeRow | undefined })[]> {
      const grades = new Map((await gradeRepository.list(db, activityId)).map((row) => [row.user_id, row]))
      const students = await gradeRepository.students(db, activityId, MAX_STUDENTS)
      return students.map((student) => ({ ...student, grade: grades.get(student.user_id) }))
    },

    async find(activityId: number, userId: number): Promise<GradeRow> {
      const grade = await gradeRepository.find(db, activityId, userId)
      if (!grade) throw notFound('Member')
      return grade
    },

    /** Kept for the teacher. Nothing is sent. */
    async propose(activityId: number, student: Student, evaluation: RubricEvaluation): Promise<void> {
      const now = nowSeconds()
      await gradeRepository.propose(db, {
        ...toBlank(activityId, student, now),
        proposal: JSON.stringify(evaluation),
        max_score: toThousandths(evaluation.max_score),
        state: 'proposed',
      })
    },

    async accept(activityId: number, student: Student, grade: AcceptedGrade): Promise<void> {
      const now = nowSeconds()
      await gradeRepository.accept(db, {
        ...toBlank(activityId, student, now),
        score: toThousandths(grade.score),
        max_score: toThousandths(grade.maxScore),
        comment: grade.comment,
        state: 'waiting',
        next_at: now,
        give_up_at: now + GIVE_UP_SECONDS,
        accepted_by: grade.acceptedBy,
        accepted_ms: Date.now(),
      })
      queue.workSoon()
    },
  }
}

export type Grades = ReturnType<typeof createGrades>

const toThousandths = (points: number): number => Math.round(points * THOUSANDTHS)
export const toPoints = (thousandths: number): number => thousandths / THOUSANDTHS

const toBlank = (activityId: number, student: Student, now: number) => ({
  activity_id: activityId,
  user_id: student.user_id,
  lms_user_id: student.lms_user_id,
  proposal: null,
  score: null,
  next_at: null,
  give_up_at: null,
  problem: null,
  accepted_by: null,
  accepted_ms: null,
  created_at: now,
  updated_at: now,
})

const createTargets = (db: Db) => ({
  findTarget: (activityId: number) => gradeTargetRepository.find(db, activityId),

  /** Remembers where the grades of an activity go. */
  async noteLaunch(
    place: { activityId: number; courseId: number; platformId: number; resourceLinkId: string },
    services: OfferedServices,
  ): Promise<void> {
    const { grades } = services
    if (!grades?.scopes.includes(SCORE_SCOPE)) return
    const mayCreate = grades.scopes.includes(LINE_ITEM_SCOPE)
    const target = await gradeTargetRepository.find(db, place.activityId)
    const isSame = target?.resource_link_id === place.resourceLinkId
    await gradeTargetRepository.save(db, {
      activity_id: place.activityId,
      platform_id: place.platformId,
      course_id: place.courseId,
      resource_link_id: place.resourceLinkId,
      // A column that we have found or created ourselves stays, as long as it is for the same link.
      line_item_url: grades.lineItemUrl ?? (isSame ? target.line_item_url : ''),
      line_items_url: mayCreate ? (grades.lineItemsUrl ?? '') : '',
      scopes: grades.scopes.join(' ').slice(0, 2000),
      updated_at: nowSeconds(),
    })
  },
})

/** Sends one grade, or notes when to try again. */
function createAttempt(deps: GradeDeps) {
  const { db, outbox } = deps
  const ends = outbox.writer<EndedGrade & Pick<GradeRow, 'id' | 'revision'>>(
    'lti-grades',
    (tx, { id, revision, ...ended }) => gradeQueueRepository.end(tx, { id, revision }, ended),
  )

  async function attempt(grade: GradeRow): Promise<void> {
    const now = nowSeconds()
    if (!(await gradeQueueRepository.claim(db, grade, now + CLAIM_SECONDS))) return
    const ended = await send(deps, grade).then(
      (): EndedGrade => ({ state: 'sent', problem: null, next_at: null, sent_at: now, updated_at: now }),
      (error: unknown) => toFailed(deps, grade, error, now),
    )
    await ends.write({ id: grade.id, revision: grade.revision, ...ended })
  }

  return { attempt, isSaved: () => ends.waiting === 0 }
}

function toFailed({ log }: GradeDeps, grade: GradeRow, error: unknown, now: number): EndedGrade {
  if (!(error instanceof ServiceFault)) log.warn({ err: error, grade: grade.id }, 'failed to send a grade')
  const nextAt = now + delayAfter(grade.attempts + 1)
  // Our own database says nothing about the LMS.
  if (isUnavailable(error))
    return { state: 'waiting', problem: grade.problem, next_at: nextAt, updated_at: now }
  const fault = error instanceof ServiceFault ? error : new ServiceFault('failing')
  const isOver = !fault.isRetryable || nextAt >= (grade.give_up_at ?? 0)
  return {
    state: isOver ? 'failed' : 'waiting',
    problem: fault.problem,
    next_at: isOver ? null : nextAt,
    updated_at: now,
  }
}

async function send({ db, lineItems }: GradeDeps, grade: GradeRow): Promise<void> {
  const target = await gradeTargetRepository.find(db, grade.activity_id)
  const platform = target && (await platformRepository.find(db, target.platform_id))
  // Only what a person has accepted is ever sent.
  if (!target || !platform || grade.score === null || grade.accepted_ms === null)
    throw new ServiceFault('not_offered')
  const column = await requireColumn(db, lineItems, { platform, target, grade })
  await lineItems.sendScore(platform, column, {
    userId: grade.lms_user_id,
    scoreGiven: toPoints(grade.score),
    scoreMaximum: toPoints(grade.max_score),
    comment: grade.comment,
    timestamp: new Date(grade.accepted_ms).toISOString(),
    activityProgress: 'Completed',
    gradingProgress: 'FullyGraded',
  })
}

/** The column that the LMS named, or the one of the link, or a new one. */
async function requireColumn(
  db: Db,
  lineItems: LineItems,
  { platform, target, grade }: { platform: PlatformRow; target: GradeTargetRow; grade: GradeRow },
): Promise<string> {
  if (target.line_item_url !== '') return target.line_item_url
  if (target.line_items_url === '') throw new ServiceFault('not_offered')
  // Another instance may be creating it for another student.
  const now = nowSeconds()
  if (!(await gradeTargetRepository.claimColumn(db, target.activity_id, now, now + CLAIM_SECONDS)))
    throw new ServiceFault('busy')
  const activity = await activityRepository.findById(db, target.activity_id)
  const label = activity?.name ?? 'Bellwether'
  const { line_items_url: list, resource_link_id: resourceLinkId } = target
  try {
    const url =
      (await lineItems.find(platform, list, resourceLinkId)) ??
      (await lineItems.create(platform, list, {
        label,
        scoreMaximum: toPoints(grade.max_score),
        resourceLinkId,
      }))
    await gradeTargetRepository.setLineItem(db, target.activity_id, url)
    return url
  } finally {
    await gradeTargetRepository.releaseColumn(db, target.activity_id)
  }
}
