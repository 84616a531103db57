import { expect, it } from 'vitest'
import type { Connector } from '../../connectors/connector.ts'
import { createFoundModels } from './found-models.ts'

const listing = (ids: readonly string[]) =>
  ({
    name: 'openai',
    settings: { safeParse: (data: unknown) => ({ success: true, data }) },
    listModels: async () => ids.map((id) => ({ id })),
  }) as unknown as Connector

const found = (ids: readonly string[]) =>
  createFoundModels({ log: { warn: () => undefined } }).of(listing(ids), { models: [] } as never)

it('leaves out names that no model has, and the end of endless lists', async () => {
  expect(await found(['gpt-4o', '1'.repeat(1_000_000), 'gpt-4.1'])).toEqual(['gpt-4o', 'gpt-4.1'])
  expect(await found(Array.from({ length: 20_000 }, (_, at) => `model-${at}`))).toHaveLength(5000)
})
