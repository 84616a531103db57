import { describe, expect, it } from 'vitest'
import { requireText, requireTextType, toFileName, toText } from './file-names.ts'
import { findImageType } from './image-type.ts'

describe('file names', () => {
  it.each([
    ['notes.md', 'notes.md'],
    ['notes..v2.md', 'notes..v2.md'],
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\ana\\notes.md', 'notes.md'],
    ['/absolute/notes.md', 'notes.md'],
    ['...hidden.md', 'hidden.md'],
    ['. .notes.md', 'notes.md'],
    ['a\u0000b\nc\u202e.md', 'abc.md'],
    ['Übung 会議 ✏️.md', 'Übung 会議 ✏️.md'],
    ['e\u0301tude.md', '\u00e9tude.md'],
    ['%2e%2e%2fnotes.md', '%2e%2e%2fnotes.md'],
  ])('%j becomes %j', (given, name) => expect(toFileName(given)).toBe(name))

  it.each(['', '..', '../..', '\u0000', `${'x'.repeat(148)}.md`, `${'会'.repeat(90)}.md`])(
    'refuses %j',
    (given) => {
      expect(() => toFileName(given)).toThrow(expect.objectContaining({ code: 'bad_request' }))
    },
  )

  it('takes text types only', () => {
    expect(requireTextType('A.MD')).toContain('text/markdown')
    for (const name of ['md', '.md', 'page.html', 'notes.md.exe', 'notes.md.', 'x.svg']) {
      expect(() => requireTextType(name), name).toThrow(/Only .txt, .json, .md/)
    }
  })

  it('refuses what is not UTF-8 text', () => {
    requireText(Buffer.from('héllo 会議'))
    requireText(Buffer.alloc(0))
    for (const hex of ['89504e470d0a1a0a', 'fffe68006900', '610062', 'c328']) {
      expect(() => requireText(Buffer.from(hex, 'hex')), hex).toThrow(/UTF-8/)
    }
  })

  it('leaves the byte order mark out of the text', () => {
    expect(toText(Buffer.from('\ufeffhello'))).toBe('hello')
  })
})

describe('pictures', () => {
  it.each([
    ['89504e470d0a1a0a0000', 'image/png'],
    ['ffd8ffe000104a464946', 'image/jpeg'],
    ['474946383961', 'image/gif'],
    ['52494646240000005745425056503820', 'image/webp'],
    ['524946462400000057415645', undefined],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">').toString('hex'), undefined],
    ['', undefined],
  ])('detects %s by its first bytes', (hex, type) => {
    expect(findImageType(Buffer.from(hex, 'hex'))?.contentType).toBe(type)
  })
})
