import { expect, it } from 'vitest'
import { byAssistant } from './memories.ts'

const memory = (id: number, assistant_id: number) => ({
  id,
  assistant_id,
  assistant_name: `1_tutor_${assistant_id}`,
  fact: `fact ${id}`,
  created_at: id,
})

it('groups facts by assistant, in their order', () => {
  const groups = byAssistant([memory(9, 2), memory(8, 1), memory(7, 2)])
  expect(groups.map(({ id, facts }) => [id, facts.map((fact) => fact.id)])).toEqual([
    [2, [9, 7]],
    [1, [8]],
  ])
})
