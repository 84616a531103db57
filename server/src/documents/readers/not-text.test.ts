import { randomBytes } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readDocument } from './read-document.ts'

const read = (filename: string, bytes: Uint8Array) => readDocument(bytes, { filename })
const NAMES = [
  'notes.txt',
  'notes.md',
  'notes.csv',
  'notes.tex',
  'notes.srt',
  'notes.eml',
  'notes.html',
  'notes',
]
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000, 1)])
const ENGLISH = Buffer.from('Leaves are green, and roots drink water. '.repeat(20))

describe('files whose bytes are not text are refused, whatever their name', () => {
  const binaries: [string, Uint8Array][] = [
    ['a gzip of text', gzipSync(ENGLISH)],
    ['a short gzip', gzipSync(Buffer.from('a'))],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a compressed stream', deflateRawSync(randomBytes(5000))],
    ['random bytes', randomBytes(10_000)],
    ['an executable', Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), ENGLISH])],
    [
      'text with some zeros',
      Buffer.concat(Array.from({ length: 40 }, () => Buffer.from('some text here\0\0'))),
    ],
    ['an SQLite database', Buffer.concat([Buffer.from('SQLite format 3\0'), ENGLISH])],
  ]
  it.each(binaries.flatMap(([what, bytes]) => NAMES.map((name) => [what, name, bytes] as const)))(
    '%s as %s',
    async (_what, name, bytes) => {
      await expect(read(name, bytes)).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:unsupported|needs_ocr|corrupt)$/),
      })
    },
  )
})

it.each(['report.doc', 'report.xls', 'report.ppt', 'report.docx', 'report.txt'])(
  'an old Office file named %s says how to save it',
  async (name) => {
    await expect(read(name, OLE)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('Open the file in Microsoft Office or LibreOffice, save it as .docx'),
    })
  },
)

it('an Outlook message says how to save it', async () => {
  await expect(read('mail.msg', OLE)).rejects.toMatchObject({
    userMessage: { code: 'documents.unsupported_outlook' },
  })
})

it.each([
  ['UTF-16 without a mark', Buffer.from('Les fulles són verdes. '.repeat(5), 'utf16le')],
  ['UTF-16, big-endian', Buffer.from('Les fulles són verdes. '.repeat(5), 'utf16le').swap16()],
  ['Latin-1', Buffer.from('Les fulles són verdes. '.repeat(5), 'latin1')],
])('%s is text', async (_what, bytes) => {
  const { blocks } = await read('notes.txt', bytes)
  expect(blocks[0]?.text).toContain('Les fulles són verdes.')
})

it.each(['talk.mp3', 'talk.m4a', 'talk.webm', 'talk.mp4'])('%s says what to upload instead', async (name) => {
  await expect(read(name, Buffer.from('ID3\x04\0\0'))).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('subtitles (.vtt, .srt)'),
  })
})
