import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api, send } from './client.ts'

const busy = (headers: Record<string, string> = { 'retry-after': '2' }) =>
  new Response('{"detail":"Busy"}', { status: 503, headers })
const done = () => Response.json({ ok: true })
const PATIENT = { staysOnRefusal: true, waitsWhileBusy: true }
const get = async () => (await send('GET', '/somewhere', undefined, PATIENT)).json()
const post = () => send('POST', '/somewhere', {}, PATIENT)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers with these responses, then always with the last one. */
function answerWith(...responses: (() => Response)[]) {
  const fetching = vi.fn(async () => (responses.length > 1 ? responses.shift() : responses[0])?.())
  vi.stubGlobal('fetch', fetching)
  return fetching
}

it.each([
  ['reading', get],
  ['writing', async () => (await post()).json()],
])('%s can wait while the server is busy', async (_name, call) => {
  const fetching = answerWith(busy, busy, done)
  const answer = call()
  await vi.advanceTimersByTimeAsync(1999)
  expect(fetching).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(6002)
  expect(fetching).toHaveBeenCalledTimes(3)
  expect(await answer).toEqual({ ok: true })
})

it('the error of a server that stays busy is shown after a minute', async () => {
  const fetching = answerWith(busy)
  const refused = expect(post()).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(fetching.mock.calls.length).toBeGreaterThan(10)
})

it.each([
  ['without a time to try again', post, () => busy({})],
  ['with another status', post, () => new Response('{}', { status: 429, headers: { 'retry-after': '1' } })],
  ['of other requests', () => send('POST', '/somewhere', {}, { staysOnRefusal: true }), busy],
])('an error %s is not waited for', async (_name, call, response) => {
  const fetching = answerWith(response)
  await expect(call()).rejects.toMatchObject({ name: 'ApiError' })
  expect(fetching).toHaveBeenCalledTimes(1)
})

it('a query is sent once', async () => {
  const fetching = vi.fn(async (_path: string) => done())
  vi.stubGlobal('fetch', fetching)
  await api.get('/chats', { query: { page: 2, shelf: 'all', folder_id: '' }, staysOnRefusal: true })
  expect(fetching.mock.calls[0]?.[0]).toBe('/chats?page=2&shelf=all')
})
