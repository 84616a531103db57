import type { ToolInfo } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { objectOffers } from './object-offers.ts'

const tool = (name: string): ToolInfo => ({
  name,
  aliases: [],
  lamb: null,
  allow_multiple: true,
  display_name: name,
  description: '',
  placeholder: null,
  category: '',
  version: '1',
  uses: ['call'],
  function_name: name,
  config_schema: {},
  input_schema: {},
})
const assistant = (id: number, can_be_tool = true) => ({
  id,
  name: `Tutor ${id}`,
  description: 'Explains',
  can_be_tool,
})
const objects = {
  assistants: [1, 2, 3, 4, 5, 6, 7].map((id) => assistant(id)),
  rubrics: [{ id: 'r1', title: 'Essay', description: '' }],
  knowledgeBases: [{ id: '9', name: 'Biology' }],
}
const all = [tool('assistant'), tool('rubric_rag'), tool('simple_rag')]
const shown = { editedId: undefined, isSearching: false }

describe('objects that can be added as tools', () => {
  it('come with the settings of their tool', () => {
    const offers = objectOffers(objects, all, shown)
    expect(offers.map(({ name, info, config }) => [name, info.name, config]).slice(-3)).toEqual([
      ['Tutor 5', 'assistant', { assistant_id: '5' }],
      ['Essay', 'rubric_rag', { rubric_id: 'r1' }],
      ['Biology', 'simple_rag', { collections: ['9'] }],
    ])
  })

  it('are all there in a search, except the edited assistant and those that can’t be asked', () => {
    const offers = objectOffers(
      { ...objects, assistants: [...objects.assistants, assistant(8, false)] },
      all,
      {
        editedId: 2,
        isSearching: true,
      },
    )
    expect(offers.filter(({ kind }) => kind === 'assistants').map(({ id }) => id)).toEqual([
      '1',
      '3',
      '4',
      '5',
      '6',
      '7',
    ])
  })

  it('need a tool that this server has', () => {
    expect(objectOffers(objects, [tool('rubric_rag')], shown).map(({ name }) => name)).toEqual(['Essay'])
  })
})
