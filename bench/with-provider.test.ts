import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureWithProvider } from './support/with-provider.ts'

const CORPUS = [
  { _id: 'tides', text: 'The moon pulls at the sea, and twice a day the water rises.' },
  { _id: 'moon', text: 'The moon turns around the earth. The moon has seas without water. The moon shines.' },
  { _id: 'leaves', text: 'Leaves take light and make sugar of it.' },
]
const QUERIES = [{ _id: 'q', text: 'the moon and water in seas', right: new Map([['tides', 1]]) }]
const KEY = 'sk-bench'

/** Embeds by length, and ranks what is about rising water first. */
const server = createServer(async (request, response) => {
  let text = ''
  for await (const part of request) text += part
  const body = JSON.parse(text)
  const isKnown = request.headers.authorization === `Bearer ${KEY}`
  const answer = request.url?.endsWith('/embeddings')
    ? { data: body.input.map((one: string, index: number) => ({ index, embedding: [one.length, 1] })) }
    : {
        results: body.documents.map((one: string, index: number) => ({
          index,
          relevance_score: /rises|Paris/.test(one) ? 1 : 0,
        })),
      }
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify(isKnown ? answer : { error: { message: 'Unknown key' } }))
})
let env: Record<string, string>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  env = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: KEY }
})
afterAll(() => void server.close())

const collection = { corpus: CORPUS, queries: QUERIES }

it('measures the search by words, with embeddings, and with a reranker', async () => {
  const models = { embeddings: 'openai/e', rerank: 'openai/r' }
  const measured = await measureWithProvider(collection, models, env)
  expect(measured.map(({ search }) => search)).toEqual([
    'words',
    'words + embeddings',
    'words + embeddings + reranker',
  ])
  expect(measured[0]?.ndcg).toBeLessThan(1)
  expect(measured[2]).toMatchObject({ ndcg: 1, recall: 1 })
}, 60_000)

it('ends with the error of a model that does not respond', async () => {
  const refused = { ...env, OPENAI_API_KEY: 'sk-wrong' }
  const measuring = measureWithProvider(collection, { embeddings: 'openai/e' }, refused)
  await expect(measuring).rejects.toThrow('rejected the API key')
  await expect(measureWithProvider(collection, { rerank: 'nothing' }, env)).rejects.toThrow('provider/model')
}, 60_000)
