import { say } from '@bellwether/wire'
import * as z from 'zod'
import { same } from './find-person.ts'
import type { MoodleClient } from './moodle-client.ts'
import { MoodleRefusal } from './moodle-failure.ts'
import { isOff, type MoodleCourse, type MoodleUser } from './moodle-records.ts'
import { oneLine } from './plain-text.ts'

/** Leaves out hidden courses, which the token sees but most people do not. */
export const visibleCourses = async (moodle: MoodleClient, user: MoodleUser): Promise<MoodleCourse[]> =>
  (await moodle.coursesOf(user.id)).filter(({ visible }) => !isOff(visible))

/** The course as the model writes it. */
export const courseInput = z
  .union([z.int().positive(), z.string().trim().min(1).max(200)])
  .transform(String)
  .meta({ description: 'The id or short name of a course, as returned by get_moodle_courses' })

/** Finds one of their own courses. Any other is refused, whether it exists or not. */
export async function requireCourse(
  moodle: MoodleClient,
  user: MoodleUser,
  idOrName: string,
): Promise<MoodleCourse> {
  const courses = await visibleCourses(moodle, user)
  const course =
    courses.find(({ id }) => String(id) === idOrName) ??
    courses.find(({ shortname, fullname }) => same(shortname, idOrName) || same(fullname, idOrName))
  if (!course) throw new MoodleRefusal(say('reasons.moodle_enrolled_courses'))
  return course
}

export function nameOfCourse({ id, shortname, fullname, displayname }: MoodleCourse): string {
  const title = oneLine(fullname || displayname || shortname)
  return shortname && oneLine(shortname) !== title
    ? `${title} (${oneLine(shortname)}, id ${id})`
    : `${title} (id ${id})`
}

export const nameOfUser = (user: MoodleUser): string =>
  oneLine(user.fullname || user.username || `user ${user.id}`)

/** Keeps at most `most` lines and says how many are missing. */
export const cutLines = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `… and ${lines.length - most} more`]
