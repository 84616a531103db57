import { type ExpectedPassage, say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { missingFiles, resolveFiles } from './expected-files.ts'
import { matchPassages } from './try-question.ts'

const passage = {
  file_id: '7',
  filename: 'cells.pdf',
  text: 'The cell is\nthe unit   of life. It has a ﬁne mem\u00ADbrane.',
  start: 100,
  end: 160,
  page: 4,
  page_end: null,
  time: null,
  slide: null,
}
const isIt = (expected: ExpectedPassage, found: object = {}) =>
  matchPassages([expected], [{ ...passage, ...found }])[0]?.length === 1

describe('a passage matches the expected one', () => {
  it.each<[string, ExpectedPassage]>([
    ['when only its file is named', { filename: 'cells.pdf' }],
    ['by the id of its file, even if the name has changed', { file_id: '7', filename: 'old.pdf' }],
    ['by the name of its file, even if it was uploaded again', { file_id: '3', filename: 'cells.pdf' }],
    ['when it contains the quote, ignoring spaces', { filename: 'cells.pdf', quote: ' the unit\n\nof life' }],
    ['when a line break or a ligature splits the quote', { filename: 'cells.pdf', quote: 'a fine membrane' }],
    ['when it overlaps the range', { filename: 'cells.pdf', start: 159, end: 300 }],
    ['when it contains the range', { filename: 'cells.pdf', start: 110, end: 120 }],
    ['when it is on the page', { filename: 'cells.pdf', page: 4 }],
    ['when one of several conditions is met', { filename: 'cells.pdf', quote: 'mitochondria', page: 4 }],
  ])('%s', (_name, expected) => expect(isIt(expected)).toBe(true))

  it('on a slide', () => {
    expect(isIt({ filename: 'cells.pdf', page: 9 }, { page: null, slide: 9 })).toBe(true)
  })

  it.each<[string, ExpectedPassage]>([
    ['another file', { filename: 'plants.pdf' }],
    ['another file with the quote', { file_id: '8', quote: 'The cell' }],
    ['a file without the quote', { filename: 'cells.pdf', quote: 'The Cell' }],
    ['a range right after it', { filename: 'cells.pdf', start: 160, end: 170 }],
    ['a range right before it', { filename: 'cells.pdf', start: 90, end: 100 }],
    ['another page', { filename: 'cells.pdf', page: 5 }],
  ])('a passage does not match %s', (_name, expected) => expect(isIt(expected)).toBe(false))

  it('one passage may match several, and several may match one', () => {
    const expected = [
      { filename: 'cells.pdf', page: 4 },
      { filename: 'cells.pdf', quote: 'unit of life' },
    ]
    expect(matchPassages(expected, [passage, { ...passage, text: 'x' }, { ...passage, page: 5 }])).toEqual([
      [0, 1],
      [0],
      [1],
    ])
  })
})

describe('the files of expected passages', () => {
  const files = new Map([['7', 'cells.pdf']])
  const draft = (expected: ExpectedPassage[]) => ({ question: 'q', note: '', expected })

  it('an id gets its file name; a name beside an unknown id is enough', () => {
    const { draft: resolved, faults } = resolveFiles(
      draft([
        { file_id: '7', filename: 'typed' },
        { file_id: '9', filename: 'later.pdf', page: 2 },
      ]),
      files,
    )
    expect(faults).toEqual([])
    expect(resolved.expected).toEqual([
      { file_id: '7', filename: 'cells.pdf' },
      { filename: 'later.pdf', page: 2 },
    ])
  })

  it('an unknown id without a name is an error', () => {
    expect(resolveFiles(draft([{ filename: 'a' }, { file_id: '9' }]), files).faults).toEqual([
      { at: 1, message: say('evaluations.file_not_found', { id: '9' }) },
    ])
  })

  it('lists missing files', () => {
    const expected = [
      { filename: 'x' },
      { file_id: '7', filename: 'old' },
      { filename: 'a' },
      { filename: 'x' },
    ]
    expect(missingFiles(expected, files)).toEqual(['a', 'x'])
  })
})
