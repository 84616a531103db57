import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Courses',
  usage: 'Usage',
  text: 'LMS courses and single sign-on groups that you teach or where your assistants are used.',
  list: 'Courses',
  emptyTitle: 'No courses yet',
  emptyText:
    'They appear here when you or your students open an activity from the LMS, or sign in with a university account that has course groups.',
  students: (count: number) => plural('en', count, { one: '# student', other: '# students' }),
  staff: (count: number) => plural('en', count, { one: '# teacher', other: '# teachers' }),
  last: (day: string) => `last active ${day}`,
  assistants: 'Assistants',
  noAssistants: 'None of your assistants are used here yet',
  activityOf: (assistant: string, course: string) => `Activity of ${assistant} in ${course}`,
}

export type Texts = typeof en
