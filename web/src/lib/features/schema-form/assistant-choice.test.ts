import { expect, it } from 'vitest'
import { toAssistantChoices } from './assistant-choice.ts'

it('disables assistants that can’t be a tool, gives the reason, and puts them last', () => {
  const assistants = [
    { id: 4, name: 'Lead tutor', description: 'Leads', can_be_tool: false },
    { id: 5, name: 'Essay tutor', description: 'Kind', can_be_tool: true },
  ]
  expect(toAssistantChoices(assistants, 'it leads others')).toEqual([
    { value: '5', label: 'Essay tutor', detail: 'Kind' },
    { value: '4', label: 'Lead tutor', detail: 'it leads others', disabled: true },
  ])
})
