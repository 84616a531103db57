import { describe, expect, it } from 'vitest'
import { type DrawnGlyphs, pdfOfGlyphs } from './documents.testing.ts'
import { inReadingOrder } from './pdf/scripts/right-to-left.ts'
import { readDocument } from './read-document.ts'

async function read(...lines: DrawnGlyphs[]): Promise<string[]> {
  const { blocks } = await readDocument(pdfOfGlyphs(lines), { filename: 'arabic.pdf' })
  return blocks.map(({ text }) => text)
}
const at = (glyphs: readonly string[], y = 100, x = 300): DrawnGlyphs => ({ glyphs, x, y })
const letters = (word: string): string[] => [...word].reverse()

const SALAM = 'سلام'
const LAM_ALEF = 'لا'

describe('text from right to left in a PDF', () => {
  it('has letters instead of presentation forms', async () => {
    expect(await read(at(['\ufee1', '\ufefc', '\ufeb3']))).toEqual([SALAM])
    expect(await read(at(['\ufefb']))).toEqual([LAM_ALEF])
    // A ligature of lam and meem within a word.
    expect(await read(at(['\u0645', '\ufc42', '\u0633']))).toEqual(['سلمم'])
    expect(await read(at(['f', '\ufb01', '\ufb03']))).toEqual(['ffiffi'])
  })

  it('reads an English line with several Arabic words as English', async () => {
    const word = (text: string, x: number) => at(letters(text), 100, x)
    const english = (text: string, x: number) => at([...text], 100, x)
    expect(
      await read(
        english('The words', 50),
        word('لام', 125),
        word('سلم', 155),
        word('ملك', 185),
        english('mean much', 215),
      ),
    ).toEqual(['The words ملك سلم لام mean much'])
  })

  it('keeps the letters of a ligature in order, also beside the same letters apart', async () => {
    const ligature = ['م', LAM_ALEF, 'س']
    expect(await read(at(ligature))).toEqual([SALAM])
    expect(await read(at([...letters('كتاب'), ' ', ...ligature, ' ', ...letters('سالم')]))).toEqual([
      'سالم سلام كتاب',
    ])
    expect(await read(at(letters('سالم'), 100), at(ligature, 300))).toEqual(['سالم', SALAM])
    expect(await read(at(ligature, 100), at(letters('سالم'), 300))).toEqual([SALAM, 'سالم'])
  })

  it('keeps Hebrew, numbers and words of another script in order', async () => {
    expect(await read(at([...letters('עולם'), ' ', ...letters('שלום')]))).toEqual(['שלום עולם'])
    expect(await read(at(['2', '0', '2', '4', ' ', ...letters('كتاب')]))).toEqual(['كتاب 2024'])
    const line = [...letters('المفتوحة'), ' ', ...'Open Data', ' ', ...letters('كتاب البيانات')]
    expect(await read(at(line))).toEqual(['كتاب البيانات Open Data المفتوحة'])
  })

  it.each([
    ['one item', [at([...'.[5] ', ...letters('שלום')])], 'שלום [5].'],
    ['items by word', [at([...'.[5]'], 100, 250), at(letters('שלום'), 100, 300)], 'שלום [5].'],
    [
      'items by letter',
      [
        ...[...'.[15]'].map((sign, place) => at([sign], 100, 240 + 7.2 * place)),
        at(letters('שלום'), 100, 300),
      ],
      'שלום [15].',
    ],
    ['a year', [at([...letters('עולם'), ...' (2024) ', ...letters('שלום')])], 'שלום (2024) עולם'],
    ['a word', [at([...'.(', ...letters('עולם'), ...') ', ...letters('שלום')])], 'שלום (עולם).'],
    ['a range', [at([...'.12-15'], 100, 250), at(letters('שלום'), 100, 310)], 'שלום 12-15.'],
  ])('keeps brackets and full stops in order: %s', async (_name, lines, text) => {
    expect(await read(...lines)).toEqual([text])
  })

  it('keeps words of another script in order if each is drawn separately', async () => {
    const words = [
      at([...'Open'], 100, 200),
      at([...'Data'], 100, 233),
      at(letters('كتاب'), 100, 266),
      at(letters('هذا'), 100, 299),
      at(letters('عن'), 100, 181),
    ]
    expect(await read(...words)).toEqual(['هذا كتاب Open Data عن'])
  })
})

it('pieces of a line are put in reading order', () => {
  const order = (words: string[], isRtl: boolean) =>
    inReadingOrder(
      words.map((text) => ({ text })),
      isRtl,
    ).map(({ text }) => text)
  expect(order(['Open', ' ', 'Data', ' ', 'كتاب'], true)).toEqual(['كتاب', ' ', 'Open', ' ', 'Data'])
  expect(order(['the', ' ', 'كتاب', ' ', 'هذا', ' ', 'book'], false)).toEqual([
    ...['the', ' ', 'هذا', ' ', 'كتاب', ' ', 'book'],
  ])
  expect(order(['a', ' ', '1', ' ', 'b'], false)).toEqual(['a', ' ', '1', ' ', 'b'])
  expect(order(['2', ' ', '1', ' ', 'كتاب'], true)).toEqual(['كتاب', ' ', '1', ' ', '2'])
})
