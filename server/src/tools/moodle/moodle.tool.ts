import * as z from 'zod'
import { defineBuiltIn } from '../built-in-tool.ts'
import { cutLines, nameOfCourse, nameOfUser, visibleCourses } from './courses.ts'
import { findPerson, mayNameOthers } from './find-person.ts'
import type { MoodleCourse, MoodleUser } from './moodle-records.ts'
import { type MoodleDeps, withMoodle } from './with-moodle.ts'

const MAX_COURSES = 200

/** Lists the courses of the person who asks, from the organization's Moodle. */
export const moodleTool = (deps: MoodleDeps) =>
  defineBuiltIn({
    name: 'moodle',
    category: 'lms',
    lamb: { title: 'Moodle', description: "Get user's enrolled courses from Moodle LMS", category: 'lms' },
    version: '1.0',
    config: z.object({}),
    input: z.object({
      user_id: z.string().trim().max(200).meta({
        description: 'The Moodle user identifier (username or ID), or "me" for the person who asks',
      }),
    }),
    inject: { placeholder: 'moodle_courses', input: () => ({ user_id: 'me' }) },
    call: {
      functionName: () => 'get_moodle_courses',
      describe: () => 'Get the list of courses a user is enrolled in from Moodle LMS',
    },
    run: (run) =>
      withMoodle(deps, run, async (moodle, asking) => {
        const others = mayNameOthers(run.caller, run.assistant.organizationId)
        const user = await findPerson(moodle, run.input.user_id, asking, others)
        return describeCourses(user, await visibleCourses(moodle, user))
      }),
  })

function describeCourses(user: MoodleUser, courses: readonly MoodleCourse[]): string {
  const name = nameOfUser(user)
  if (courses.length === 0) return `${name} is not enrolled in any course in Moodle.`
  const lines = courses.map((course) => `- ${nameOfCourse(course)}`)
  return [`${name} is enrolled in ${courses.length} Moodle course(s):`, ...cutLines(lines, MAX_COURSES)].join(
    '\n',
  )
}
