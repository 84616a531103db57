import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DEFAULT_SPLIT } from '../../../documents/chunking/split-text.ts'
import { joinBlocks } from '../../../documents/readers/document-text.ts'
import { bytesOf, docxOf, paragraph, pdfBomb, pdfOf } from '../../../documents/readers/documents.testing.ts'
import { type ReadOptions, readDocument } from '../../../documents/readers/read-document.ts'
import { HelperProcess } from '../../../platform/threads/helper-process.ts'
import { DocumentReader } from './document-reader.ts'
import type { PreparedDocument } from './index-document.ts'
import type { DocumentSource, ReadingProgress } from './reading-messages.ts'
import type { ReadingWatch } from './reading-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'reader-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (reader: DocumentReader, source: DocumentSource, options: ReadOptions, watch?: ReadingWatch) =>
  reader.read({ documents: [{ source, options }], name: options.filename, split: DEFAULT_SPLIT }, watch)
const textsOf = ({ chunks }: PreparedDocument) => chunks.map(({ text }) => text)

const readers: DocumentReader[] = []
const newReader = (settings = {}) => {
  const reader = new DocumentReader(settings)
  readers.push(reader)
  return reader
}
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.stop()))
})

const book = await docxOf(
  Array.from({ length: 1500 }, (_, index) =>
    paragraph(`Paragraph ${index} of a book that is long and says the same again.`),
  ).join(''),
)

/** Keeps a process busy for far longer than any test. */
const longReading = pdfBomb(40_000_000)

const thirtyPages = pdfOf(Array.from({ length: 30 }, () => [{ text: 'Words', x: 72, y: 72 }]))
/** A reading that the process has begun and that takes far longer than the test. */
function readEndlessly(reader: DocumentReader, signal?: AbortSignal) {
  const begin = new EventEmitter()
  const watch = { onProgress: () => void begin.emit('begun'), ...(signal ? { signal } : {}) }
  return {
    started: once(begin, 'begun'),
    reading: read(reader, longReading, { filename: 'a.pdf' }, watch),
  }
}

describe('DocumentReader', () => {
  it('reads bytes and paths as readDocument does, and reports progress', async () => {
    const reader = newReader()
    const path = join(folder, 'book.docx')
    writeFileSync(path, book)
    const { text } = joinBlocks((await readDocument(book, { filename: 'book.docx' })).blocks)
    for (const source of [book, path]) {
      const prepared = await read(reader, source, { filename: 'book.docx' })
      expect(prepared).toMatchObject({ language: 'en', characters: text.length, warnings: [] })
      for (const { start, end, text: own } of prepared.chunks) expect(text.slice(start, end)).toBe(own)
    }
    const seen: ReadingProgress[] = []
    await read(reader, thirtyPages, { filename: 'a.pdf' }, { onProgress: (progress) => seen.push(progress) })
    expect(seen[0]).toEqual({ stage: 'read', current: 0, total: 30, unit: 'pages' })
    expect(seen.at(-1)?.stage).toBe('split')
    expect(reader.processes).toBe(1)
  }, 60_000)

  it('says why a file can’t be read, and reads the next', async () => {
    const reader = newReader()
    await expect(read(reader, bytesOf('x'), { filename: 'a.pdf' })).rejects.toMatchObject({
      name: 'UnreadableDocument',
      code: 'corrupt',
    })
    await expect(
      read(reader, bytesOf('xx'), { filename: 'a.txt', limits: { bytes: 1 } }),
    ).rejects.toMatchObject({ code: 'too_large' })
    await expect(read(reader, join(folder, 'nowhere'), { filename: 'a.txt' })).rejects.toThrow('ENOENT')
    expect(textsOf(await read(reader, bytesOf('fine'), { filename: 'a.txt' }))).toEqual(['fine'])
    expect(reader.processes).toBe(1)
  }, 30_000)

  it('ends reading at the time limit, even in the middle of a page, and continues with a new process', async () => {
    const reader = newReader()
    await read(reader, bytesOf('warm'), { filename: 'a.txt' })
    await expect(
      read(reader, longReading, { filename: 'a.pdf', limits: { milliseconds: 200 } }),
    ).rejects.toMatchObject({
      code: 'took_too_long',
    })
    expect(textsOf(await read(reader, bytesOf('next'), { filename: 'a.txt' }))).toEqual(['next'])
  }, 120_000)

  it('ends reading that takes too much memory', async () => {
    const reader = newReader({ memoryMb: 64 })
    await expect(read(reader, pdfBomb(250_000_000), { filename: 'a.pdf' })).rejects.toMatchObject({
      code: 'expands_too_much',
    })
    const objects = `[${'{"a":[1,2,3]},'.repeat(800_000)}{}]`
    await expect(read(reader, bytesOf(objects), { filename: 'a.json' })).rejects.toMatchObject({
      code: 'expands_too_much',
    })
    expect(textsOf(await read(reader, bytesOf('next'), { filename: 'a.txt' }))).toEqual(['next'])
  }, 120_000)

  it('can be cancelled while it reads and while it waits', async () => {
    const reader = newReader()
    const reading = new AbortController()
    const waiting = new AbortController()
    const { started, reading: first } = readEndlessly(reader, reading.signal)
    const second = read(reader, bytesOf('b'), { filename: 'b.txt' }, { signal: waiting.signal })
    const third = read(reader, bytesOf('c'), { filename: 'c.txt' })
    await started
    waiting.abort(new Error('left the queue'))
    await expect(second).rejects.toThrow('left the queue')
    reading.abort(new Error('changed my mind'))
    await expect(first).rejects.toThrow('changed my mind')
    expect(textsOf(await third)).toEqual(['c'])
    await expect(
      read(reader, bytesOf('d'), { filename: 'd.txt' }, { signal: reading.signal }),
    ).rejects.toThrow('changed my mind')
  }, 60_000)

  it('reads a limited number of files at a time, and ends idle processes', async () => {
    const reader = newReader({ size: 2, idleMs: 200 })
    expect(reader.processes).toBe(0)
    const all = ['a', 'b', 'c', 'd', 'e'].map((text) => read(reader, bytesOf(text), { filename: 'a.txt' }))
    await expect.poll(() => reader.processes).toBe(2)
    const documents = await Promise.all(all)
    expect(documents.flatMap(textsOf)).toEqual(['a', 'b', 'c', 'd', 'e'])
    await expect.poll(() => reader.processes, { timeout: 10_000 }).toBe(0)
  }, 60_000)

  it('ends a process that has read a large document', async () => {
    const reader = newReader()
    await read(reader, bytesOf('Words of a page.\n\n'.repeat(20)), { filename: 'page.txt' })
    expect(reader.processes).toBe(1)
    const large = bytesOf('Words of a long book.\n\n'.repeat(100_000))
    expect((await read(reader, large, { filename: 'book.txt' })).characters).toBeGreaterThan(2_000_000)
    expect(reader.processes).toBe(0)
    expect(textsOf(await read(reader, bytesOf('next'), { filename: 'a.txt' }))).toEqual(['next'])
  }, 60_000)

  it('joins the pages of a site into one document, without unreadable ones', async () => {
    const reader = newReader()
    const page = (name: string, url: string) => ({
      source: bytesOf(`<title>${name}</title><h1>${name}</h1><p>Text of ${name}.</p>`),
      options: { filename: `${name}.html` },
      url,
    })
    const broken = { source: bytesOf('x'), options: { filename: 'c.pdf' }, url: 'https://example.edu/c.pdf' }
    const site = await reader.read({
      documents: [page('One', 'https://example.edu/1'), broken, page('Two', 'https://example.edu/2')],
      name: 'site',
      split: DEFAULT_SPLIT,
    })
    expect(site.title).toBe('One')
    expect(site.chunks.map(({ url }) => url)).toEqual(['https://example.edu/1', 'https://example.edu/2'])
    expect(site.warnings).toEqual([
      expect.objectContaining({ text: expect.stringContaining('https://example.edu/c.pdf') }),
    ])
    await expect(
      reader.read({ documents: [broken, broken], name: 'site', split: DEFAULT_SPLIT }),
    ).rejects.toMatchObject({ code: 'empty' })
  }, 30_000)

  it('survives a process that is killed, and so do other files', async () => {
    const started = vi.spyOn(HelperProcess.prototype, 'postMessage')
    onTestFinished(() => started.mockRestore())
    const reader = newReader({ size: 2 })
    const { started: begun, reading } = readEndlessly(reader)
    const ended = expect(reading).rejects.toMatchObject({ code: 'reader_ended' })
    await begun
    const [killed] = started.mock.contexts as HelperProcess[]
    const others = ['a', 'b', 'c'].map((text) => read(reader, bytesOf(text), { filename: 'a.txt' }))
    process.kill(killed?.pid ?? 0, 'SIGKILL')
    await ended
    expect((await Promise.all(others)).flatMap(textsOf)).toEqual(['a', 'b', 'c'])
    expect(textsOf(await read(reader, bytesOf('next'), { filename: 'a.txt' }))).toEqual(['next'])
  }, 60_000)

  it('does not blame the file when the server stops', async () => {
    const reader = newReader()
    const { started, reading } = readEndlessly(reader)
    reading.catch(() => undefined)
    await started
    await reader.stop()
    await expect(reading).rejects.toThrow('stopped')
    await expect(reading).rejects.not.toHaveProperty('code')
  }, 30_000)
})
