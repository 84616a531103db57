import * as z from 'zod'
import { defineBuiltIn } from '../built-in-tool.ts'
import { courseInput, cutLines, nameOfCourse, requireCourse } from './courses.ts'
import { findSelf } from './find-person.ts'
import { isOff, type MoodleModule, type MoodleSection } from './moodle-records.ts'
import { openContents } from './open-contents.ts'
import { oneLine, plainText } from './plain-text.ts'
import { type MoodleDeps, withMoodle } from './with-moodle.ts'

const MAX_LINES = 400
const MAX_SUMMARY = 300

/** Shows the contents of a course of the person who asks, without hidden or restricted items. */
export const moodleCourseContentsTool = (deps: MoodleDeps) =>
  defineBuiltIn({
    name: 'moodle_course_contents',
    category: 'lms',
    version: '1.0',
    config: z.object({}),
    input: z.object({ course_id: courseInput }),
    call: {
      functionName: () => 'get_moodle_course_contents',
      describe: () =>
        'Get the sections, activities and files of one of the Moodle courses of the person who asks.',
    },
    run: (run) =>
      withMoodle(deps, run, async (moodle, asking) => {
        const course = await requireCourse(moodle, await findSelf(moodle, asking), run.input.course_id)
        const lines = (await openContents(moodle, course.id)).flatMap(describeSection)
        if (lines.length === 0) return `${nameOfCourse(course)} shows nothing in Moodle yet.`
        return [`${nameOfCourse(course)} has in Moodle:`, ...cutLines(lines, MAX_LINES)].join('\n')
      }),
  })

function describeSection(section: MoodleSection): string[] {
  // The page of the course does not list what is reached by a link only, though grades and deadlines do.
  const modules = section.modules.filter(({ visibleoncoursepage }) => !isOff(visibleoncoursepage))
  const summary = plainText(section.summary ?? '', MAX_SUMMARY)
  if (modules.length === 0 && summary === '') return []
  return [
    `## ${oneLine(section.name) || 'Section'}`,
    ...(summary ? [summary] : []),
    ...modules.filter(({ modname }) => modname !== 'label').map(describeModule),
  ]
}

function describeModule({ name, modname, url }: MoodleModule): string {
  const address = url && /^https?:\/\/[^\s<>"]+$/.test(url) ? ` ${url}` : ''
  return `- ${oneLine(name)}${modname ? ` (${oneLine(modname)})` : ''}${address}`
}
