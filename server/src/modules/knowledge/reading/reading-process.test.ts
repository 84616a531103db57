import { expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_SPLIT } from '../../../documents/chunking/split-text.ts'
import { bytesOf, nestedPdfBomb } from '../../../documents/readers/documents.testing.ts'
import { HelperProcess } from '../../../platform/threads/helper-process.ts'
import { limitOf, ReadingProcess } from './reading-process.ts'

test('a site with many slow pages does not occupy a process for hours', () => {
  const page = { source: new Uint8Array(), options: { filename: 'page', limits: { milliseconds: 60_000 } } }
  const unchanged = { kept: [], characters: 0, title: '', url: '' }
  expect(limitOf({ documents: [page, page, unchanged] })).toBe(20_000)
  expect(limitOf({ documents: Array.from({ length: 500 }, () => page) })).toBe(30 * 60_000)
})

test('a document that takes too much memory ends only its own process', async () => {
  const [bad, good] = [new ReadingProcess(128), new ReadingProcess(128)]
  onTestFinished(async () => {
    await bad.stop()
    await good.stop()
  })
  const read = (process: ReadingProcess, source: Uint8Array, filename: string) =>
    process.read({ documents: [{ source, options: { filename } }], name: 'a', split: DEFAULT_SPLIT }, {})
  const bomb = expect(read(bad, nestedPdfBomb(60_000_000), 'a.pdf')).rejects.toMatchObject({
    code: 'expands_too_much',
  })
  for (let at = 0; at < 20; at++)
    expect((await read(good, bytesOf(`Note ${at}`), 'a.txt')).chunks[0]?.text).toBe(`Note ${at}`)
  await bomb
  expect([bad.alive, good.alive]).toEqual([false, true])
}, 60_000)

test('a large site is transferred in batches', async () => {
  const posted = vi.spyOn(HelperProcess.prototype, 'postMessage')
  const reading = new ReadingProcess(256)
  onTestFinished(async () => {
    posted.mockRestore()
    await reading.stop()
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
  const { chunks, pages } = await reading.read({ documents, name: 'site', split: DEFAULT_SPLIT }, {})
  expect([chunks.length, pages?.map(({ title }) => title)]).toEqual([
    8000,
    documents.map(({ title }) => title),
  ])
  const largest = Math.max(...posted.mock.calls.map(([message]) => JSON.stringify(message).length))
  expect(largest).toBeLessThan(3_000_000)
  // The next one has nothing of it.
  const next = { source: bytesOf('Next'), options: { filename: 'a.txt' } }
  const read = await reading.read({ documents: [next], name: 'a', split: DEFAULT_SPLIT }, {})
  expect(read.chunks.map((chunk) => chunk.text)).toEqual(['Next'])
}, 60_000)

test('a small file is sent in one message, and its passages come with the result', async () => {
  const posted = vi.spyOn(HelperProcess.prototype, 'postMessage')
  const reading = new ReadingProcess(256)
  onTestFinished(async () => {
    posted.mockRestore()
    await reading.stop()
  })
  const documents = [{ source: bytesOf('# Roots\n\nThey drink water.'), options: { filename: 'a.md' } }]
  const { chunks } = await reading.read({ documents, name: 'a', split: DEFAULT_SPLIT }, {})
  expect(chunks.map(({ text }) => text).join(' ')).toContain('They drink water.')
  expect(posted.mock.calls.map(([message]) => (message as { type: string }).type)).toEqual(['read'])
})
