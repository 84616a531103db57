import { say } from '@bellwether/wire'
import { describe, expect, test } from 'vitest'
import { createRewriteQuery, type RewriteDeps } from './rewrite-query.ts'

type Ask = RewriteDeps['askFastModel']
const conversation = [{ role: 'user' as const, text: 'When was he born?' }]
const turn = { organizationId: 1, traceId: 't1', conversation }
const waits = () => new AbortController()

/** Counts the model calls; each waits until the test answers it. */
function scripted() {
  const asked: { answer(text: string): void; signal: AbortSignal }[] = []
  const ask: Ask = (_organization, _messages, signal) =>
    new Promise((resolve, reject) => {
      asked.push({ answer: resolve, signal })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { asked, rewrite: createRewriteQuery({ askFastModel: ask, limitMs: 2000 }) }
}

test.each([{ traceId: 'preview' }, { isSparing: true }])('calls no model for %j', async (more) => {
  const { asked, rewrite } = scripted()
  expect(await rewrite({ ...turn, ...more }, waits().signal)).toEqual({
    reason: expect.objectContaining({ code: expect.any(String) }),
  })
  expect(asked).toEqual([])
})

describe('within one answer', () => {
  test('several tools share one model call, concurrently and later', async () => {
    const { asked, rewrite } = scripted()
    const together = Promise.all([1, 2, 3].map(() => rewrite(turn, waits().signal)))
    asked[0]?.answer('birth of Cervantes')
    expect(await together).toEqual([1, 2, 3].map(() => ({ query: 'birth of Cervantes' })))
    expect(await rewrite(turn, waits().signal)).toEqual({ query: 'birth of Cervantes' })
    expect(asked).toHaveLength(1)
  })

  test('does not retry a failed model', async () => {
    let times = 0
    const rewrite = createRewriteQuery({
      askFastModel: async () => {
        times++
        throw new Error('down')
      },
    })
    for (const _each of [1, 2])
      expect(await rewrite(turn, waits().signal)).toEqual({
        reason: say('reasons.fast_model_failed'),
      })
    expect(times).toBe(1)
  })

  test('keeps the call for others when one caller stops waiting', async () => {
    const { asked, rewrite } = scripted()
    const left = waits()
    const first = rewrite(turn, left.signal)
    const second = rewrite(turn, waits().signal)
    left.abort(new Error('took too long'))
    await expect(first).rejects.toThrow('took too long')
    expect(asked[0]?.signal.aborted).toBe(false)
    asked[0]?.answer('birth of Cervantes')
    expect(await second).toEqual({ query: 'birth of Cervantes' })
  })

  test('ends the call when all callers have left; the next caller starts a new one', async () => {
    const { asked, rewrite } = scripted()
    const left = waits()
    const all = [rewrite(turn, left.signal), rewrite(turn, left.signal)]
    left.abort(new Error('the client left'))
    for (const one of all) await expect(one).rejects.toThrow('the client left')
    expect(asked[0]?.signal.aborted).toBe(true)
    const again = rewrite(turn, waits().signal)
    asked[1]?.answer('q')
    expect(await again).toEqual({ query: 'q' })
  })
})

test.each([
  ['another answer', { ...turn, traceId: 't2' }],
  ['another organization', { ...turn, organizationId: 2 }],
  ['another conversation', { ...turn, conversation: [{ role: 'user' as const, text: 'Why?' }] }],
])('%s gets its own call', async (_what, other) => {
  const { asked, rewrite } = scripted()
  const both = Promise.all([rewrite(turn, waits().signal), rewrite(other, waits().signal)])
  expect(asked).toHaveLength(2)
  asked[0]?.answer('one')
  asked[1]?.answer('two')
  expect(await both).toEqual([{ query: 'one' }, { query: 'two' }])
})
