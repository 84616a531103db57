import { EVALUATION_LIMITS } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../platform/errors.ts'
import { readQuestionFile, readQuestionList } from './read-import.ts'

/** The errors of a list, as a person reads them. */
function faultsOf(read: () => unknown): string[] {
  try {
    read()
  } catch (error) {
    if (!isAppError(error)) throw error
    expect(error.status).toBeLessThan(500)
    return error.details.faults?.map(({ msg }) => msg) ?? [error.message]
  }
  return []
}

it('refuses a file of countless values before reading them', () => {
  expect(() => readQuestionFile(`[${'1,'.repeat(200_000)}1]`)).toThrow('200000')
})

describe('questions in a CSV file', () => {
  it('reads quotes, line ends and separators as spreadsheets write them', () => {
    const read = readQuestionFile(
      '\uFEFFQuestion;Filename;Quote;Page;Note\r\n"What; ""then""?";a.pdf;"two\r\nlines";4;why\r\n\r\nAnd?;b.pdf;;;\r\n',
    )
    expect(read).toEqual([
      {
        row: 2,
        expectedRows: [2],
        draft: {
          question: 'What; "then"?',
          expected: [{ filename: 'a.pdf', quote: 'two\r\nlines', page: 4 }],
          note: 'why',
        },
      },
      { row: 4, expectedRows: [4], draft: { question: 'And?', expected: [{ filename: 'b.pdf' }], note: '' } },
    ])
  })

  it('groups rows with the same question as its passages', () => {
    const [only, ...others] = readQuestionFile('question,file_id,start,end\nWhy?,1,0,9\nWhy?,2,,\n')
    expect(others).toEqual([])
    expect(only?.draft.expected).toEqual([{ file_id: '1', start: 0, end: 9 }, { file_id: '2' }])
  })

  it('names the row and the column of each error', () => {
    const csv =
      'question,filename,page,start,end\nWhy?,a.pdf,1,,\nWhy?,a.pdf,IV,,\n,b.pdf,,,\nHow?,,,,\nWho?,c.pdf,,9,3\n'
    expect(faultsOf(() => readQuestionFile(csv))).toEqual([
      'Row 3: page: Must be a whole number',
      'Row 4: question: Must not be empty',
      'Row 5: filename: Choose a file by its filename or file_id',
      'Row 6: end: Must be greater than start',
    ])
  })

  it.each([
    ['', 'columns'],
    ['frage,datei\na,b\n', 'question, filename'],
    ['question,filename\n', 'no questions'],
    ['question,filename\nWhat\u0000,a', 'UTF-8'],
    ['question,filename\nQu\uFFFD,a', 'UTF-8'],
    ['[{"question": "a"', 'not valid JSON'],
    ['{"list": []}', 'questions'],
  ])('refuses %j', (text, words) => {
    expect(faultsOf(() => readQuestionFile(text)).join()).toContain(words)
  })
})

describe('questions in JSON', () => {
  it('accepts a list, or an object with one', () => {
    const questions = [{ question: ' Why? ', expected: [{ filename: 'a.pdf' }] }]
    const draft = { question: 'Why?', expected: [{ filename: 'a.pdf' }], note: '' }
    for (const text of [JSON.stringify(questions), `\uFEFF${JSON.stringify({ questions })}`])
      expect(readQuestionFile(text)).toEqual([{ row: 1, draft }])
  })

  it('names the row of each error', () => {
    const good = { question: 'Why?', expected: [{ filename: 'a.pdf' }] }
    const bad = [
      good,
      7,
      { ...good, question: 'How?', expected: [] },
      { ...good, question: 'Who?', expected: [{ filename: 'a.pdf', page: 0 }] },
      good,
    ]
    const faults = faultsOf(() => readQuestionList(bad))
    expect(faults).toHaveLength(4)
    expect(faults[0]).toMatch(/^Row 2: /)
    expect(faults[1]).toBe('Row 3: expected: Add at least one passage that should be found')
    expect(faults[2]).toMatch(/^Row 4: expected\.0\.page: /)
    expect(faults[3]).toBe('Row 5: question: The same question as in row 1')
  })

  it('has a limit, and reports at most fifty errors', () => {
    const many = (count: number, expected: object[]) =>
      Array.from({ length: count }, (_, at) => ({ question: `q${at}`, expected }))
    const most = EVALUATION_LIMITS.questionsPerBase
    expect(readQuestionList(many(most, [{ filename: 'a' }]))).toHaveLength(most)
    expect(faultsOf(() => readQuestionList(many(most + 1, [{ filename: 'a' }]))).join()).toContain(
      'Too many questions',
    )
    expect(faultsOf(() => readQuestionList(many(most, [])))).toHaveLength(50)
  })
})
