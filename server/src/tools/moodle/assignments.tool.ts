import { say } from '@bellwether/wire'
import * as z from 'zod'
import { nowSeconds } from '../../platform/clock.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import { courseInput, cutLines, nameOfCourse, requireCourse, visibleCourses } from './courses.ts'
import { findSelf } from './find-person.ts'
import type { MoodleClient } from './moodle-client.ts'
import type { MoodleAssignment, MoodleCourse } from './moodle-records.ts'
import { idsIn, openContents } from './open-contents.ts'
import { oneLine } from './plain-text.ts'
import { type MoodleDeps, withMoodle } from './with-moodle.ts'

const MAX_COURSES = 20
const MAX_LINES = 150

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const config = z.object({
  time_zone: z.string().trim().min(1).max(60).refine(isTimeZone, say('tools.time_zone').text).default('UTC'),
})

/** Lists the assignments of the person who asks, with their due dates. */
export const moodleAssignmentsTool = (deps: MoodleDeps) =>
  defineBuiltIn({
    name: 'moodle_assignments',
    category: 'lms',
    version: '1.0',
    config,
    input: z.object({
      course_id: courseInput
        .optional()
        .meta({ description: 'The id or short name of a course; omit it for all courses' }),
    }),
    inject: { placeholder: 'moodle_assignments', input: () => ({ course_id: undefined }) },
    call: {
      functionName: () => 'get_moodle_assignments',
      describe: () =>
        'Get the assignments and their due dates in the Moodle courses of the person who asks, the next one first.',
    },
    run: (run) =>
      withMoodle(deps, run, async (moodle, asking) => {
        const self = await findSelf(moodle, asking)
        const courseId = run.input.course_id
        const all = courseId
          ? [await requireCourse(moodle, self, courseId)]
          : await visibleCourses(moodle, self)
        const courses = all.slice(0, MAX_COURSES)
        const assignments = courses.length === 0 ? [] : await openAssignments(moodle, courses)
        const left = all.length > courses.length ? [`(of the first ${MAX_COURSES} courses only)`] : []
        if (assignments.length === 0)
          return ['There are no assignments in these Moodle courses.', ...left].join('\n')
        const lines = inOrder(assignments, nowSeconds()).map((assignment) =>
          describe(assignment, run.config.time_zone),
        )
        return [
          `Assignments in Moodle, times in ${run.config.time_zone}:`,
          ...cutLines(lines, MAX_LINES),
          ...left,
        ].join('\n')
      }),
  })

interface Due {
  course: MoodleCourse
  assignment: MoodleAssignment
}

/** Only the contents of the course, not the list of assignments, say which ones are hidden. */
async function openAssignments(moodle: MoodleClient, courses: readonly MoodleCourse[]): Promise<Due[]> {
  const [assignmentsByCourse, contents] = await Promise.all([
    moodle.assignmentsOf(courses.map(({ id }) => id)),
    Promise.all(courses.map(({ id }) => openContents(moodle, id))),
  ])
  const open = idsIn(contents.flat())
  return assignmentsByCourse.flatMap(({ id, assignments }) => {
    const course = courses.find((candidate) => candidate.id === id)
    if (!course) return []
    return assignments.filter(({ cmid }) => open.has(cmid)).map((assignment) => ({ course, assignment }))
  })
}

/** Upcoming assignments first, then those without a date, then past ones, latest first. */
function inOrder(assignments: readonly Due[], now: number): (Due & { isPast: boolean })[] {
  const dated = assignments.map((assignment) => ({ ...assignment, due: assignment.assignment.duedate || 0 }))
  const upcoming = dated.filter(({ due }) => due >= now).sort((a, b) => a.due - b.due)
  const undated = dated.filter(({ due }) => due === 0)
  const past = dated.filter(({ due }) => due > 0 && due < now).sort((a, b) => b.due - a.due)
  return [
    ...[...upcoming, ...undated].map((assignment) => ({ ...assignment, isPast: false })),
    ...past.map((assignment) => ({ ...assignment, isPast: true })),
  ]
}

function describe({ course, assignment, isPast }: Due & { isPast: boolean }, timeZone: string): string {
  const { name, duedate, cutoffdate, allowsubmissionsfromdate } = assignment
  const opens =
    allowsubmissionsfromdate && allowsubmissionsfromdate > nowSeconds()
      ? `opens ${toTime(allowsubmissionsfromdate, timeZone)}`
      : ''
  const due = duedate ? `${isPast ? 'was due' : 'due'} ${toTime(duedate, timeZone)}` : 'no due date'
  const cutoff =
    cutoffdate && cutoffdate !== duedate ? `nothing is taken after ${toTime(cutoffdate, timeZone)}` : ''
  const dates = [opens, due, cutoff].filter((part) => part !== '').join('; ')
  return `- ${oneLine(name)}, ${nameOfCourse(course)}: ${dates}`
}

/** Such as `Fri, 2026-11-20 23:59`. */
function toTime(seconds: number, timeZone: string): string {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return 'at an unreadable time'
  const day = new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }).format(date)
  const rest = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    date,
  )
  return `${day}, ${rest}`
}
