import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { embedSnippets, enterLink, lookUpLink } from './class-links.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  ['looks up', () => lookUpLink('abc')],
  ['enters', () => enterLink('abc', {})],
])('a class that %s a link at once waits while the server is busy', async (_name, call) => {
  const busy = new Response('{"detail":"Busy"}', { status: 503, headers: { 'retry-after': '2' } })
  const fetching = vi
    .fn()
    .mockResolvedValueOnce(busy)
    .mockResolvedValue(Response.json({ ok: true }))
  vi.stubGlobal('fetch', fetching)
  const answer = call()
  await vi.advanceTimersByTimeAsync(4000)
  expect(await answer).toEqual({ ok: true })
  expect(fetching).toHaveBeenCalledTimes(2)
})

it('quotes the name of the assistant', () => {
  const { frame, bubble } = embedSnippets('https://bw.example.edu', 'k7mw3xqd9p', 'Cells & "organs" <1>')
  expect(frame).toContain(
    'src="https://bw.example.edu/l/k7mw3xqd9p" title="Cells &amp; &quot;organs&quot; &lt;1>"',
  )
  expect(bubble).toBe(
    '<script src="https://bw.example.edu/embed.js" data-link="k7mw3xqd9p" data-title="Cells &amp; &quot;organs&quot; &lt;1>" async></script>',
  )
})
