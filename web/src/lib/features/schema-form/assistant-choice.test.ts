import { expect, it } from 'vitest'
import { toAssistantChoices } from './assistant-choice.ts'

it('disables assistants that can’t be a tool, gives the reason, and puts them last', () => {
  const own = { is_owner: true, owner_name: 'Lea' }
  const assistants = [
    { id: 4, name: 'Lead tutor', description: 'Leads', can_be_tool: false, ...own },
    { id: 5, name: 'Essay tutor', description: 'Kind', can_be_tool: true, ...own },
    {
      id: 6,
      name: 'Essay tutor',
      description: 'Strict',
      can_be_tool: true,
      is_owner: false,
      owner_name: 'Carl',
    },
  ]
  expect(toAssistantChoices(assistants, 'it leads others')).toEqual([
    { value: '5', label: 'Essay tutor', detail: 'Kind' },
    { value: '6', label: 'Essay tutor', detail: 'Carl · Strict' },
    { value: '4', label: 'Lead tutor', detail: 'it leads others', disabled: true },
  ])
})
