import { say } from '@bellwether/wire'
import * as z from 'zod'
import { defineBuiltIn } from '../built-in-tool.ts'
import { courseInput, cutLines, nameOfCourse, nameOfUser, requireCourse } from './courses.ts'
import { type Asking, findSelf, isNamed, isSelf } from './find-person.ts'
import type { MoodleClient } from './moodle-client.ts'
import { MoodleFailure, MoodleRefusal } from './moodle-failure.ts'
import { isOff, isOn, type MoodleCourse, type MoodleGrade, type MoodleUser } from './moodle-records.ts'
import { idsIn, openContents } from './open-contents.ts'
import { oneLine, plainText } from './plain-text.ts'
import { type MoodleDeps, withMoodle } from './with-moodle.ts'

const MAX_LINES = 200
const MAX_FEEDBACK = 300
/** Moodle's standard roles that see the grades of others. Custom roles do not count. */
const TEACHERS = new Set(['editingteacher', 'teacher', 'manager'])
const TOTALS = new Set(['course', 'category'])

/** Lists the grades of the person who asks; those of others only for teachers of the course. */
export const moodleGradesTool = (deps: MoodleDeps) =>
  defineBuiltIn({
    name: 'moodle_grades',
    category: 'lms',
    version: '1.0',
    config: z.object({}),
    input: z.object({
      course_id: courseInput,
      user_id: z.string().trim().max(200).default('me').meta({
        description:
          '"me" for the person asking; teachers of the course can name a student by user name, e-mail address or id',
      }),
    }),
    call: {
      functionName: () => 'get_moodle_grades',
      describe: () =>
        'Get the grades of the person who asks in one of their Moodle courses. A teacher of the course may name a student.',
    },
    run: (run) =>
      withMoodle(deps, run, async (moodle, asking) => {
        const { course_id, user_id } = run.input
        const self = await findSelf(moodle, asking)
        const course = await requireCourse(moodle, self, course_id)
        const graded = await findGraded(moodle, { asking, self, course, person: user_id })
        if (!graded.seesHidden && isOff(course.showgrades))
          return `${nameOfCourse(course)} shows no grades to its students in Moodle.`
        const [grades, contents] = await Promise.all([
          moodle.gradesOf(course.id, graded.user.id),
          graded.seesHidden ? [] : openContents(moodle, course.id),
        ])
        return describeGrades(graded, course, grades, idsIn(contents))
      }),
  })

interface Graded {
  user: MoodleUser
  /** Teachers see grades that are hidden from students. */
  seesHidden: boolean
}

/** The argument comes from a model: it only counts for a teacher of this course, and only for people in it. */
async function findGraded(
  moodle: MoodleClient,
  request: { asking: Asking; self: MoodleUser; course: MoodleCourse; person: string },
): Promise<Graded> {
  const { asking, self, course, person } = request
  if (isSelf(asking, person) || isNamed(self, person)) return { user: self, seesHidden: false }
  const members = await moodle.membersOf(course.id)
  const membership = members.find(({ id }) => id === self.id)
  if (!membership?.roles.some(({ shortname }) => TEACHERS.has(shortname)))
    throw new MoodleRefusal(say('reasons.moodle_own_grades'))
  const [user, second] = members.filter((member) => isNamed(member, person))
  if (!user) throw new MoodleFailure(say('reasons.moodle_no_member'))
  if (second) throw new MoodleFailure(say('reasons.moodle_several_members'))
  return { user, seesHidden: true }
}

function describeGrades(
  { user, seesHidden }: Graded,
  course: MoodleCourse,
  all: readonly MoodleGrade[],
  open: ReadonlySet<number>,
): string {
  const shown = all.filter((item) => !isHidden(item) && (item.itemtype !== 'mod' || open.has(item.cmid ?? 0)))
  // A total would reveal the hidden grades in it.
  const ofStudent =
    shown.length === all.length ? shown : shown.filter(({ itemtype }) => !TOTALS.has(itemtype))
  const visible = seesHidden ? all : ofStudent
  const lines = visible.map(describeGrade)
  const subject = `${nameOfUser(user)} in ${nameOfCourse(course)}`
  if (lines.length === 0) return `There are no grades for ${subject} in Moodle yet.`
  return [`Grades of ${subject}:`, ...cutLines(lines, MAX_LINES)].join('\n')
}

const isHidden = (item: MoodleGrade): boolean => isOn(item.gradeishidden) || isOn(item.gradehiddenbydate)

function describeGrade(item: MoodleGrade): string {
  const name = oneLine(item.itemname ?? '') || (item.itemtype === 'course' ? 'Course total' : 'Total')
  const grade = plainText(item.gradeformatted ?? '', 100)
  const isGraded = grade !== '' && grade !== '-'
  const most = isGraded && typeof item.grademax === 'number' ? ` of ${item.grademax}` : ''
  const percentage = plainText(item.percentageformatted ?? '', 20)
  const share = isGraded && percentage !== '' && percentage !== '-' ? ` (${percentage})` : ''
  const feedback = plainText(item.feedback ?? '', MAX_FEEDBACK)
  return [
    `- ${name}: ${isGraded ? `${grade}${most}${share}` : 'not graded'}`,
    ...(isHidden(item) ? ['hidden from the student'] : []),
    ...(feedback ? [`feedback: ${feedback}`] : []),
  ].join('; ')
}
