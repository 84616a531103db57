import { chatSettingsSchema } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { groupAssistants } from './home.ts'

const assistant = (id: number, name: string, description = '') => ({
  ...chatSettingsSchema.parse({}),
  id,
  name,
  description,
})
const assistants = new Map([
  [1, assistant(1, 'Writing tutor', 'Helps with essays')],
  [2, assistant(2, 'Cell biology')],
  [3, assistant(3, 'Anatomy')],
])
const names = (...args: Parameters<typeof groupAssistants>) =>
  groupAssistants(...args).map(({ title, assistants }) => [title, assistants.map(({ name }) => name)])

it('groups assistants by course, sorted by name', () => {
  const course = { id: 7, title: 'Biology', assistant_ids: [2, 3, 99] }
  expect(names(assistants, [course])).toEqual([
    ['Biology', ['Anatomy', 'Cell biology']],
    [undefined, ['Writing tutor']],
  ])
})

it('shows one list if there are no courses', () => {
  expect(names(assistants, [])).toEqual([[undefined, ['Anatomy', 'Cell biology', 'Writing tutor']]])
})

it('searches names and descriptions', () => {
  expect(names(assistants, [], ' ESSAY ')).toEqual([[undefined, ['Writing tutor']]])
  expect(names(assistants, [], 'zebra')).toEqual([])
})
