import { describe, expect, it } from 'vitest'
import { type PdfText, pdfOf } from './documents.testing.ts'
import { readDocument } from './read-document.ts'

const LETTERS = 'abcdefghijkl'
const top = (text: string, x = 72): PdfText => ({ text, x, y: 40, size: 10 })
const bottom = (text: string, x = 72): PdfText => ({ text, x, y: 760, size: 10 })
const body = (page: number): PdfText[] => [
  { text: `Body ${LETTERS[page]} says something.`, x: 72, y: 300, size: 10 },
  { text: `And ${LETTERS[page]} says more of it.`, x: 72, y: 312, size: 10 },
]

async function textOf(pages: PdfText[][], options = {}) {
  const { blocks, warnings } = await readDocument(pdfOf(pages), { filename: 'file.pdf', ...options })
  return { text: blocks.map((block) => block.text).join('\n'), warning: warnings?.[0]?.text ?? '', blocks }
}
const book = (count: number, page: (index: number) => PdfText[]) =>
  textOf(Array.from({ length: count }, (_one, index) => page(index)))

describe('running heads of a PDF', () => {
  it.each([
    ['answers', ['12', '20', '30', '42', '56', '72']],
    ['years', ['1492', '1789', '1914', '1939', '1945', '1989']],
    ['words that look like Roman numerals', ['civil', 'ill', 'civic', 'I', 'C', 'livi']],
    [
      'points that are the same on most pages',
      ['Points: 2', 'Points: 2', 'Points: 3', 'Points: 2', 'Points: 2'],
    ],
  ])('keeps %s below the text', async (_name, values) => {
    const { text, warning } = await book(values.length, (index) => [
      ...body(index),
      bottom(values[index] ?? ''),
    ])
    for (const [index, value] of values.entries())
      expect(
        text.split('\n').some((line) => line.endsWith(value)),
        `${value} on page ${index + 1}`,
      ).toBe(true)
    expect(text.match(new RegExp(`(^|\\s)${values[0]}$`, 'gm'))?.length).toBe(
      values.filter((value) => value === values[0]).length,
    )
    expect(warning).toBe('')
  })

  it('keeps totals and rows of numbers that end each page', async () => {
    const totals = [12, 7, 9, 31, 4]
    const rows = await book(5, (index) => [
      ...body(index),
      bottom('Total'),
      bottom(String(totals[index]), 300),
    ])
    for (const total of totals) expect(rows.text).toContain(`Total ${total}`)
    const numbers = await book(5, (index) => [
      ...body(index),
      bottom(String(index * 7)),
      bottom(String(index * 3), 200),
    ])
    expect(numbers.text).toContain('28 12')
  })

  it('keeps the head of a table that goes on', async () => {
    const row = (y: number, ...cells: string[]): PdfText[] =>
      cells.map((text, at) => ({ text, x: 72 + at * 150, y, size: 10 }))
    const { text } = await book(4, (page) => [
      ...row(40, 'Element', 'Symbol'),
      ...row(54, `Iron ${LETTERS[page]}`, `Fe${LETTERS[page]}`),
      ...row(68, `Gold ${LETTERS[page]}`, `Au${LETTERS[page]}`),
    ])
    expect(text.match(/Element \| Symbol/g)).toHaveLength(4)
  })

  it('keeps numbers of questions where page numbers are at the other end', async () => {
    const { text } = await book(5, (index) => [
      top(String(index + 1)),
      ...body(index),
      bottom(String(index + 1), 300),
    ])
    for (const number of [1, 2, 3, 4, 5]) expect(text).toContain(String(number))
  })

  it('keeps a line that repeats outside the margins', async () => {
    const { text, warning } = await book(5, (index) => [
      { text: 'True or false?', x: 72, y: 250, size: 10 },
      ...body(index),
    ])
    expect(text.match(/True or false/g)).toHaveLength(5)
    expect(warning).toBe('')
  })

  it('removes page numbers that count on, Roman first, and heads beside them', async () => {
    const roman = ['i', 'ii', 'iii', 'iv']
    const { text, warning } = await book(9, (index) => [
      top('Course reader'),
      top(String(index + 41), 400),
      ...body(index),
      bottom(roman[index] ?? String(index - 3), 300),
    ])
    expect(text).not.toMatch(/^(?:\d+|[iv]+)$/m)
    expect(text.match(/Course reader/g)).toHaveLength(1)
    expect(warning).toContain('“Course reader” (8)')
  })

  it('removes the heads of left and right pages, so that sentences go on over the page', async () => {
    const { text, warning, blocks } = await book(8, (index) => [
      index % 2 === 0 ? top('A short history of plants') : top('Chapter two: leaves', 400),
      ...(index > 0 ? [{ text: `sentence goes on (${LETTERS[index - 1]}).`, x: 72, y: 288, size: 10 }] : []),
      ...body(index),
      { text: `On page ${LETTERS[index]} this long`, x: 72, y: 324, size: 10 },
    ])
    expect(text.match(/history of plants/g)).toHaveLength(1)
    expect(blocks.find(({ text: one }) => one.startsWith('sentence goes on (d).'))?.continues).toBe(true)
    expect(warning).toContain('“Chapter two: leaves” (3)')
  })

  it('keeps a heading of every second page if the pages between have none', async () => {
    const { text } = await book(8, (index) => [
      top(index % 2 === 0 ? `Question ${index / 2 + 1}` : 'Answer'),
      ...body(index),
    ])
    expect(text.match(/Answer/g)).toHaveLength(4)
  })
})
