import type { ModelMarks } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { abilitiesOf } from './model-abilities.ts'
import type { OrganizationSettings } from './provider-settings.ts'

const organization = (
  model_marks: Record<string, ModelMarks> = {},
  system?: OrganizationSettings,
): OrganizationSettings => ({
  id: 1,
  slug: 'north',
  name: 'North',
  isSystem: false,
  status: 'active',
  config: { setups: { default: { providers: { openai: { model_marks } } } } },
  ...(system ? { system } : {}),
})
const of = (model: string, marks: Record<string, ModelMarks> = {}, system?: OrganizationSettings) =>
  abilitiesOf(organization(marks, system), 'openai', model)

it('knows well-known models by their names', () => {
  expect(of('gpt-4o-mini')).toMatchObject({ text: true, pictures: true, tools: true, embeddings: false })
  expect(of('openai/gpt-4.1')).toMatchObject({ pictures: true, context: 1_047_576 })
  expect(of('text-embedding-3-small')).toMatchObject({ text: false, tools: false, embeddings: true })
  expect(of('gpt-3.5-turbo')).toMatchObject({ pictures: false, tools: true })
  expect(of('claude-sonnet-4-5')).toMatchObject({ pictures: true, tools: true, context: 200_000 })
})

it('says unknown rather than guess', () => {
  const unknown = { text: null, pictures: null, tools: null, embeddings: null, context: null, marks: {} }
  expect(of('our-own-model')).toEqual(unknown)
  expect(of('constructor')).toEqual(unknown)
  expect(of('mistral-large')).toMatchObject({ text: true, pictures: null, tools: null, context: null })
})

it('marks of admins come first: the organization’s, then the system’s', () => {
  const system = organization({ 'our-own-model': { tools: true, context: 8000 }, 'gpt-4o': { tools: false } })
  expect(of('our-own-model', {}, system)).toMatchObject({ tools: true, context: 8000, pictures: null })
  expect(of('gpt-4o', {}, system)).toMatchObject({ tools: false, pictures: true })
  expect(of('gpt-4o', { 'gpt-4o': { pictures: false } }, system)).toMatchObject({
    tools: true,
    pictures: false,
    marks: { pictures: false },
  })
})
