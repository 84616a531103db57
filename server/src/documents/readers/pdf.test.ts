import { say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { type PdfText, pdfOf } from './documents.testing.ts'
import { toRegions } from './pdf/columns.ts'
import { withAccents } from './pdf/lines.ts'
import { joinTwo } from './pdf/paragraphs.ts'
import { readDocument } from './read-document.ts'

const read = (bytes: Uint8Array, options = {}) => readDocument(bytes, { filename: 'file.pdf', ...options })
const lines = (texts: string[], x: number, from: number, size = 10): PdfText[] =>
  texts.map((text, index) => ({ text, x, y: from + index * size * 1.2, size }))
const prose = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} line ${index} with some words to fill it`)

describe('a PDF', () => {
  it('gives pages, headings by size and paragraphs', async () => {
    const page = [
      { text: 'The Title', x: 72, y: 80, size: 20 },
      ...lines(['First paragraph, line one is', 'followed by line two.'], 72, 120),
      ...lines(['Second paragraph.'], 72, 180),
    ]
    const { blocks } = await read(pdfOf([page, lines(['On the next page.'], 72, 100)]))
    expect(blocks).toEqual([
      { text: 'The Title', heading: 1, page: 1 },
      { text: 'First paragraph, line one is followed by line two.', page: 1 },
      { text: 'Second paragraph.', page: 1 },
      { text: 'On the next page.', page: 2 },
    ])
  })

  it('continues a paragraph on the next page, before footnotes, and joins divided words', async () => {
    const first = [
      ...lines(['A first sentence. The second one is about photo-'], 72, 100),
      ...lines(['1 A footnote.'], 72, 700, 7),
    ]
    const second = [
      ...lines(['synthesis and goes on here. Another', 'sentence fills its whole line and names'], 72, 100),
    ]
    const third = lines(['Ada Lovelace, who was right. The last one.', 'Without an end'], 72, 100)
    const heading = [{ text: 'A new chapter', x: 72, y: 80, size: 20 }, ...lines(['without an end'], 72, 120)]
    const last = lines(['1) not a continuation'], 72, 100)
    const { blocks } = await read(pdfOf([first, second, third, heading, last]))
    expect(blocks).toEqual([
      { text: 'A first sentence. The second one is about photosynthesis', page: 1 },
      { text: 'and goes on here. Another sentence fills its whole line and names', page: 2, continues: true },
      { text: '1 A footnote.', page: 1 },
      { text: 'Ada Lovelace, who was right. The last one. Without an end', page: 3, continues: true },
      { text: 'A new chapter', heading: 1, page: 4 },
      { text: 'without an end', page: 4 },
      { text: '1) not a continuation', page: 5 },
    ])
  })

  it('continues a paragraph whose last words are short, but not with a title', async () => {
    const first = lines(
      ['The first lines of this page are about leaves', 'and what was found out about them by the botanist'],
      72,
      100,
    )
    const pages = (next: string) =>
      pdfOf([[...first, ...lines(['1 A footnote.'], 72, 700, 7)], lines([next], 72, 100)])
    const sentence = (await read(pages('Ada Lovelace.'))).blocks
    expect(sentence.slice(1).map(({ text }) => text)).toEqual(['Ada Lovelace.', '1 A footnote.'])
    const title = (await read(pages('Ada Lovelace'))).blocks
    expect(title.slice(1).map(({ text }) => text)).toEqual(['1 A footnote.', 'Ada Lovelace'])
  })

  it('reads two columns one after the other, below full-width lines, whatever their drawing order', async () => {
    const left = lines(prose('Left', 12), 60, 200)
    const right = lines(prose('Right', 12), 330, 203)
    const title = {
      text: 'A title that spans the whole page from side to side and back',
      x: 60,
      y: 100,
      size: 16,
    }
    const drawn = [...left.flatMap((line, index) => [line, right[index]!]).reverse(), title]
    const { blocks } = await read(pdfOf([drawn]))
    const text = blocks.map((block) => block.text).join(' ')
    const order = [...text.matchAll(/(title|Left|Right) /g)].map(([, word]) => word)
    expect(order).toEqual(['title', ...Array(12).fill('Left'), ...Array(12).fill('Right')])
    expect([...text.matchAll(/line (\d+)/g)].map(([, n]) => Number(n))).toEqual([
      ...Array(12).keys(),
      ...Array(12).keys(),
    ])
  })

  it('finds narrow justified columns, whose gaps are as wide as those of a table', () => {
    let seed = 7
    const next = (limit: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * limit)
    }
    const [width, size, letter] = [159, 8, 4.6]
    /** As many words as fit, spread over the whole line. */
    const line = (x: number, y: number) => {
      const words: string[] = []
      let letters = 0
      for (let length = 4; letters + length + words.length < width / letter; length = 3 + next(9)) {
        words.push('m'.repeat(length))
        letters += length
      }
      const gap = (width - letters * letter) / (words.length - 1)
      let at = x
      return words.map((text) => {
        const fragment = { text, x: at, y, width: text.length * letter, size, rtl: false }
        at += fragment.width + gap
        return fragment
      })
    }
    const xs = [40, 219, 398]
    const fragments = xs.flatMap((x) =>
      Array.from({ length: 30 }, (_, row) => line(x, 100 + row * 10)).flat(),
    )
    const order = toRegions(fragments).map((region) => Math.min(...region.map(({ x }) => x)))
    expect(order.filter((x, at) => x !== order[at - 1])).toEqual(xs)
  })

  it('reads three columns', async () => {
    const column = (word: string, x: number) =>
      lines(
        Array.from({ length: 10 }, (_, i) => `${word} ${i} fills this line up`),
        x,
        100,
      )
    const { blocks } = await read(pdfOf([[...column('A', 40), ...column('B', 230), ...column('C', 420)]]))
    const order = [
      ...blocks
        .map(({ text }) => text)
        .join(' ')
        .matchAll(/([ABC]) \d/g),
    ].map(([, word]) => word)
    expect(order.join('')).toBe('A'.repeat(10) + 'B'.repeat(10) + 'C'.repeat(10))
  })

  it('reads rows of a table across, as a table', async () => {
    const row = (y: number, ...cells: string[]) =>
      cells.map((text, index) => ({ text, x: 72 + index * 120, y }))
    const { blocks } = await read(
      pdfOf([
        [
          ...row(100, 'Name', 'Mark', 'Note'),
          ...row(115, 'Ann', '9', 'good'),
          ...row(130, 'Bo', '7', 'fine'),
        ],
      ]),
    )
    expect(blocks).toEqual([
      { text: '| Name | Mark | Note |\n| --- | --- | --- |\n| Ann | 9 | good |\n| Bo | 7 | fine |', page: 1 },
    ])
  })

  it.each([
    ['left', 72, 330],
    ['right', 330, 72],
  ])('reads a table beside a column of text that is on the %s', async (_side, textX, tableX) => {
    const prose = [
      'Plants take their energy from the sun, and',
      'they make sugar of water and of the air in',
      'their leaves, which are green because of a',
      'substance that takes in red and blue light',
      'but not green light, so that the light that',
      'comes back to us from the leaf has only the',
      'colour that it does not need to make sugar.',
    ]
    const cells = [
      ['Plant', 'Height', 'Days'],
      ['Bean', '40', '60'],
      ['Pea', '90', '70'],
      ['Oak', '900', '9000'],
    ]
    const file = pdfOf([
      [
        ...prose.map((text, line) => ({ text, x: textX, y: 100 + 12 * line })),
        ...cells.flatMap((row, line) =>
          row.map((text, column) => ({ text, x: tableX + 70 * column, y: 100 + 12 * line })),
        ),
      ],
    ])
    const texts = (await read(file)).blocks.map(({ text }) => text)
    expect(texts).toContain(prose.join(' '))
    expect(
      texts.some(
        (text) => text.startsWith('| Plant | Height | Days |') && text.includes('| Oak | 900 | 9000 |'),
      ),
    ).toBe(true)
  })

  it('does not take a table whose cells are texts for a column beside a table', async () => {
    const rows = [
      ['Photosynthesis makes sugar in the leaves', 'of the plant', '12', 'yes'],
      ['Roots take water from the ground and send', 'it to the leaves', '15', 'no'],
      ['Flowers attract bees', '', '9', 'yes'],
      ['The stem carries water up to all the leaves', 'of the plant', '11', 'no'],
      ['Seeds wait for spring', '', '3', 'yes'],
      ['Bark keeps animals out and the water inside', 'of the tree', '4', 'no'],
    ]
    const file = pdfOf([
      rows.flatMap(([first = '', second = '', third = '', fourth = ''], line) => [
        { text: first, x: 72, y: 100 + 26 * line },
        ...(second === '' ? [] : [{ text: second, x: 72, y: 112 + 26 * line }]),
        { text: third, x: 330, y: 100 + 26 * line },
        { text: fourth, x: 420, y: 100 + 26 * line },
      ]),
    ])
    const all = (await read(file)).blocks.map(({ text }) => text).join('\n')
    expect(all).toMatch(/Flowers attract bees.{0,6}9.{0,6}yes/)
  })

  it('joins divided words, and keeps real hyphens', async () => {
    const page = lines(
      ['A well-known rule about hyphen-', 'ation says that a well-', 'known word and COVID-', '19 stay.'],
      72,
      100,
    )
    const { blocks } = await read(pdfOf([page]))
    expect(blocks[0]?.text).toBe(
      'A well-known rule about hyphenation says that a well-known word and COVID-19 stay.',
    )
    expect(joinTwo('soft\u00ad', 'ware', new Set(['soft-ware']))).toBe('software')
  })

  it('puts accents on their letters', () => {
    expect(withAccents('La educaci´on del ni˜no, mat`eria i fac¸ana, aqu´ı')).toBe(
      'La educación del niño, matèria i façana, aquí',
    )
    expect(withAccents('cafe\u0301 and 5 ´x')).toBe('café and 5 ´x')
  })

  const book = (head: (page: number) => string, foot: (page: number) => string) =>
    pdfOf(
      Array.from({ length: 8 }, (_, index) => [
        { text: head(index + 1), x: 72, y: 40 },
        ...lines(
          [`Page body ${'abcdefgh'[index]} says something.`, `And ${'stuvwxyz'[index]} too.`],
          72,
          300,
        ),
        { text: foot(index + 1), x: 300, y: 760 },
      ]),
    )

  it('removes page numbers and repeated headers, keeping their text once, with a warning', async () => {
    const file = book(
      () => 'Course reader',
      (page) => `Page ${page} of 8`,
    )
    const { blocks, warnings } = await read(file)
    const text = blocks.map((block) => block.text)
    expect(text.filter((one) => one.includes('Course reader'))).toHaveLength(1)
    expect(text.join(' ')).not.toContain('of 8')
    for (const letter of 'abcdefgh') expect(text.join(' ')).toContain(`Page body ${letter} says`)
    expect(warnings?.map(({ code }) => code)).toEqual([
      'document_warnings.repeated_lines',
      'document_warnings.page_numbers',
    ])
    expect(warnings?.[1]?.text).toContain('Page numbers left out: 8.')
    expect(warnings?.[0]?.text).toContain('“Course reader” (7)')
  })

  it('keeps them if asked to', async () => {
    const file = book(
      () => 'Course reader',
      (page) => String(page),
    )
    const { blocks, warnings } = await read(file, { keepRunningHeads: true })
    expect(blocks.filter(({ text }) => text.includes('Course reader'))).toHaveLength(8)
    expect(warnings).toBeUndefined()
  })

  it('keeps lines at the edges that differ from page to page', async () => {
    const file = book(
      (page) => `Question ${page}`,
      (page) => `Points: ${page}`,
    )
    const { blocks } = await read(file)
    const text = blocks.map((block) => block.text).join(' ')
    for (let page = 1; page <= 8; page++) {
      expect(text).toContain(`Question ${page}`)
      expect(text).toContain(`Points: ${page}`)
    }
  })

  it('keeps pages with a single line', async () => {
    const pages = Array.from({ length: 7 }, (_, index) => lines([`Verb number ${index + 1}`], 72, 100))
    const { blocks } = await read(pdfOf(pages))
    expect(blocks.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7])
    const same = await read(pdfOf(Array.from({ length: 5 }, () => lines(['The same words'], 72, 100))))
    expect(same.blocks).toHaveLength(5)
  })

  it('says that it needs OCR, or that some pages have no text', async () => {
    await expect(read(pdfOf([[]]))).rejects.toMatchObject({
      code: 'needs_ocr',
      message: expect.stringContaining('OCR'),
    })
    const document = await read(pdfOf([lines(['Words here'], 72, 100), []]))
    expect(document.warnings).toEqual([say('document_warnings.pages_without_text', { pages: '2' })])
  })

  it('is refused if it is truncated or damaged', async () => {
    const whole = pdfOf([lines(prose('X', 30), 72, 100)])
    await expect(read(whole.subarray(0, whole.length - 300))).rejects.toMatchObject({ code: 'corrupt' })
    await expect(read(Buffer.from('%PDF-1.7\nnothing here\n%%EOF'))).rejects.toMatchObject({
      code: 'corrupt',
    })
  })

  it('leaves the caller’s bytes alone', async () => {
    const bytes = pdfOf([lines(['Words'], 72, 100)])
    await read(bytes)
    expect(bytes.length).toBeGreaterThan(100)
  })

  it('limits the number of pages', async () => {
    const pages = Array.from({ length: 4 }, () => lines(['Words'], 72, 100))
    await expect(read(pdfOf(pages), { limits: { pages: 3 } })).rejects.toMatchObject({
      code: 'too_many_pages',
    })
  })

  it('reads 150 pages', async () => {
    const pages = Array.from({ length: 150 }, (_, index) => lines(prose(`P${index}`, 45), 72, 60))
    const seen: number[] = []
    const { blocks } = await readDocument(
      pdfOf(pages),
      { filename: 'a.pdf' },
      {
        onProgress: ({ current }) => seen.push(current),
      },
    )
    expect(blocks.at(-1)?.page).toBe(150)
    expect(seen.at(-1)).toBe(149)
  })
})
