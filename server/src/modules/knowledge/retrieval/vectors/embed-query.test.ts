import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { createEmbedQuery } from './embed-query.ts'
import { createFakeEmbedder } from './embedder.testing.ts'

test('a question leaves nothing behind on the signal of its request', async () => {
  const fake = createFakeEmbedder()
  const embedQuery = createEmbedQuery({ embedder: fake, log: createLog('silent') })
  const { signal } = new AbortController()
  expect(await embedQuery(1, 'fake/one', 'cars', signal)).toMatchObject({ model: 'fake/one' })
  fake.fail(new Error('away'))
  expect(await embedQuery(1, 'fake/one', 'boats', signal)).toBeUndefined()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a question whose provider takes too long is searched by words', async () => {
  const fake = createFakeEmbedder()
  const letGo = fake.holdUp()
  const embedQuery = createEmbedQuery({ embedder: fake, log: createLog('silent'), limitMs: 1 })
  const { signal } = new AbortController()
  expect(await embedQuery(1, 'fake/one', 'cars', signal)).toBeUndefined()
  expect(getEventListeners(signal, 'abort')).toEqual([])
  letGo()
})
