import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { docxOf, paragraph } from '../../../../documents/readers/documents.testing.ts'
import { isAppError } from '../../../../platform/errors.ts'
import type { StorageContent } from '../../../../platform/storage/storage.ts'
import { unpackZip } from './unpack-zip.ts'
import { writeZip } from './zip.testing.ts'

function receiver() {
  const received = new Map<string, string>()
  const receive = async (name: string, content: StorageContent) => {
    const bytes = content instanceof Uint8Array ? Buffer.from(content) : await buffer(content)
    received.set(name, bytes.toString())
    return {
      size: bytes.length,
      checksum: '',
      isZip: false,
      keep: async () => name,
      discard: async () => void received.delete(name),
    }
  }
  return { received, receive }
}

async function unpack(bytes: Uint8Array) {
  const { received, receive } = receiver()
  const unpacked = await unpackZip(bytes, receive)
  return { received, skipped: unpacked?.skipped.map(({ name, reason }) => [name, reason.code]), unpacked }
}

async function refusal(bytes: Uint8Array) {
  const { received, receive } = receiver()
  const error: unknown = await unpackZip(bytes, receive).catch((reason: unknown) => reason)
  expect(received.size).toBe(0)
  return error
}

const BOMB = Buffer.alloc(30 * 1024 * 1024)

describe('a zip archive', () => {
  it('gives each file with its folders', async () => {
    const { received, unpacked } = await unpack(
      writeZip([
        { name: 'course/', content: '' },
        { name: 'course/unit 1/a.txt', content: 'Alpha' },
        { name: 'course\\unit 2\\b.md', content: 'Beta' },
        { name: '/c.txt', content: 'Gamma' },
      ]),
    )
    expect([...received]).toEqual([
      ['course/unit 1/a.txt', 'Alpha'],
      ['course/unit 2/b.md', 'Beta'],
      ['c.txt', 'Gamma'],
    ])
    expect(unpacked?.files.map(({ contentType }) => contentType)).toEqual([
      'text/plain',
      'text/markdown',
      'text/plain',
    ])
  })

  it('skips files of operating systems, and empty files', async () => {
    const names = [
      '__MACOSX/._a.txt',
      '.DS_Store',
      'x/.git/config',
      'Thumbs.db',
      'x/desktop.ini',
      'x/~$a.docx',
    ]
    const { received, skipped } = await unpack(
      writeZip([
        ...names.map((name) => ({ name, content: 'x' })),
        { name: 'empty.txt', content: '' },
        { name: 'a.txt', content: 'Alpha' },
      ]),
    )
    expect([...received.keys()]).toEqual(['a.txt'])
    expect(skipped).toEqual([])
  })

  it('skips files that are not safe or can’t be read, and says why', async () => {
    const { received, skipped } = await unpack(
      writeZip([
        { name: '../../etc/cron.d/evil', content: 'x' },
        { name: 'a/../../b.txt', content: 'x' },
        { name: 'link.txt', content: '/etc/passwd', mode: 0o120777 },
        { name: 'secret.txt', content: 'x', flags: 0x801 },
        { name: 'more.zip', content: 'x' },
        { name: 'good.txt', content: 'Alpha' },
      ]),
    )
    expect([...received.keys()]).toEqual(['good.txt'])
    expect(skipped).toEqual([
      ['../../etc/cron.d/evil', 'knowledge.zip_unsafe_name'],
      ['a/../../b.txt', 'knowledge.zip_unsafe_name'],
      ['link.txt', 'knowledge.zip_link'],
      ['secret.txt', 'knowledge.zip_encrypted_file'],
      ['more.zip', 'knowledge.zip_nested'],
    ])
  })

  it('skips a damaged file', async () => {
    const zip = writeZip([
      { name: 'a.txt', content: 'Alpha' },
      { name: 'b.txt', content: 'Beta' },
    ])
    // The first byte of the first file's content.
    zip[30 + 5] = 0xff
    const { received, skipped } = await unpack(zip)
    expect([...received.keys()]).toEqual(['b.txt'])
    expect(skipped).toEqual([['a.txt', 'knowledge.zip_damaged_file']])
  })

  it('keeps names that Windows writes in its own code page', async () => {
    const { received } = await unpack(
      writeZip([
        { name: Buffer.from([0x46, 0xa2, 0x73, 0xa1, 0x6c, 0x2e, 0x74, 0x78, 0x74]), content: 'x', flags: 0 },
        { name: 'Fotosíntesi.txt', content: 'x', flags: 0 },
      ]),
    )
    expect([...received.keys()]).toEqual(['Fósíl.txt', 'Fotosíntesi.txt'])
  })

  it.each([
    ['expands too much', [{ name: 'a.txt', content: BOMB }], 'knowledge.zip_expands_too_much'],
    [
      'expands too much after a good file, and lies about it',
      [
        { name: 'good.txt', content: 'Alpha' },
        { name: 'a.txt', content: BOMB, claimed: 10 },
      ],
      'knowledge.zip_expands_too_much',
    ],
    [
      'has too many files',
      Array.from({ length: 2001 }, (_, at) => ({ name: `${at}.txt`, content: 'x' })),
      'knowledge.zip_too_many_files',
    ],
    [
      'has too many files to list',
      Array.from({ length: 50_001 }, (_, at) => ({ name: `${at}.txt`, content: '' })),
      'knowledge.zip_too_many_files',
    ],
    ['has only protected files', [{ name: 'a.txt', content: 'x', flags: 1 }], 'knowledge.zip_password'],
    [
      'has only protected files and archives',
      [
        { name: 'a.txt', content: 'x', flags: 1 },
        { name: 'b.zip', content: 'x' },
      ],
      'knowledge.zip_unreadable',
    ],
    ['is empty', [], 'knowledge.zip_empty'],
  ])('is refused as a whole if it %s', async (_what, files, code) => {
    expect(await refusal(writeZip(files))).toMatchObject({ code: 'bad_request', userMessage: { code } })
  })

  it('is not unpacked if it is a document', async () => {
    expect((await unpack(await docxOf(paragraph('One.')))).unpacked).toBeUndefined()
  })

  it('is refused, never fatal, when it is damaged anywhere', async () => {
    const zip = writeZip([
      { name: 'a.txt', content: 'Alpha '.repeat(50) },
      { name: 'b.txt', content: 'Beta '.repeat(50) },
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.integer({ min: 4, max: zip.length }),
        async (changes, length) => {
          const bytes = Buffer.from(zip)
          for (const [at, value] of changes) bytes[at] = value
          const { receive } = receiver()
          try {
            await unpackZip(bytes.subarray(0, length), receive)
          } catch (error) {
            expect(isAppError(error)).toBe(true)
          }
        },
      ),
    )
  })
})
