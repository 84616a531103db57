import { expect, it } from 'vitest'
import { editPath } from './assistants.ts'

it('opens each type in its own form', () => {
  expect(editPath({ id: 3, assistant_type: 'classic' })).toBe('/assistants/3')
  expect(editPath({ id: 3, assistant_type: 'agent' })).toBe('/multi-tool-assistants/3')
})
