import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_SPLIT } from '../../chunking/split-text.ts'
import { bytesOf } from '../documents.testing.ts'
import { limitOf, ReadingProcess } from './reading-process.ts'

test('a site with many slow pages does not occupy a thread for hours', () => {
  const page = { source: new Uint8Array(), options: { filename: 'page', limits: { milliseconds: 60_000 } } }
  const unchanged = { kept: [], characters: 0, title: '', url: '' }
  expect(limitOf({ documents: [page, page, unchanged] })).toBe(120_000)
  expect(limitOf({ documents: Array.from({ length: 500 }, () => page) })).toBe(30 * 60_000)
})

test('running out of memory is blamed on a file only if it was read alone', async () => {
  const rss = vi.spyOn(process.memoryUsage, 'rss')
  const threads = [new ReadingProcess(256), new ReadingProcess(256), new ReadingProcess(256)] as const
  onTestFinished(async () => {
    rss.mockRestore()
    for (const thread of threads) await thread.stop()
  })
  const read = (thread: ReadingProcess) =>
    thread
      .read(
        {
          documents: [{ source: bytesOf('{"a":[1,2,3]}'.repeat(2_000_000)), options: { filename: 'a.txt' } }],
          name: 'a',
          split: DEFAULT_SPLIT,
        },
        {},
      )
      .catch((error: unknown) => error)
  const grow = () => {
    let asked = 0
    rss.mockImplementation(() => (asked++ < 2 ? 0 : 10 ** 12))
  }
  grow()
  const together = await Promise.all([read(threads[0]), read(threads[1])])
  for (const error of together) expect(error).not.toHaveProperty('code')
  expect(together).toEqual([expect.any(Error), expect.any(Error)])
  grow()
  expect(await read(threads[2])).toMatchObject({ code: 'expands_too_much' })
}, 60_000)

test('a large site is transferred in batches', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const thread = new ReadingProcess(256)
  onTestFinished(async () => {
    posted.mockRestore()
    await thread.stop()
  })
  const text = 'Roots drink water from the soil and hold the plant upright. '.repeat(10)
  const unchanged = Array.from({ length: 400 }, (_, at) => {
    const start = at * text.length
    return { start, end: start + text.length, heading: '', parent: at, text }
  })
  const documents = Array.from({ length: 20 }, (_, at) => ({
    kept: unchanged,
    characters: 400 * text.length,
    title: `Page ${at}`,
    url: `https://site.example/${at}`,
  }))
  const { chunks, pages } = await thread.read({ documents, name: 'site', split: DEFAULT_SPLIT }, {})
  expect([chunks.length, pages?.map(({ title }) => title)]).toEqual([
    8000,
    documents.map(({ title }) => title),
  ])
  const largest = Math.max(...posted.mock.calls.map(([message]) => JSON.stringify(message).length))
  expect(largest).toBeLessThan(3_000_000)
  // The next one has nothing of it.
  const next = { source: bytesOf('Next'), options: { filename: 'a.txt' } }
  const read = await thread.read({ documents: [next], name: 'a', split: DEFAULT_SPLIT }, {})
  expect(read.chunks.map((chunk) => chunk.text)).toEqual(['Next'])
}, 60_000)

test('a small file is sent in one message, and its passages come with the result', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const thread = new ReadingProcess(256)
  onTestFinished(async () => {
    posted.mockRestore()
    await thread.stop()
  })
  const documents = [{ source: bytesOf('# Roots\n\nThey drink water.'), options: { filename: 'a.md' } }]
  const { chunks } = await thread.read({ documents, name: 'a', split: DEFAULT_SPLIT }, {})
  expect(chunks.map(({ text }) => text).join(' ')).toContain('They drink water.')
  expect(posted.mock.calls.map(([message]) => (message as { type: string }).type)).toEqual(['read'])
})
