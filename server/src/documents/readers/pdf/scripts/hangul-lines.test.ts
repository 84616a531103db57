import { expect, it } from 'vitest'
import { pdfOfGlyphs } from '../../documents.testing.ts'
import { readDocument } from '../../read-document.ts'

const TEXT =
  '식물은 빛을 받아 잎에서 양분을 만든다. 뿌리는 물과 무기질을 흙에서 얻는다. 광합성은 낮에만 일어나지만 호흡은 밤낮으로 계속된다. 잎의 기공은 공기가 드나드는 길이다.'
const WIDTH = 20

/** Lines that are filled with letters; a space after the last one is still drawn there. */
function filled(text: string): string[] {
  if (text.length <= WIDTH) return [text]
  const end = text[WIDTH] === ' ' ? WIDTH + 1 : WIDTH
  return [text.slice(0, end), ...filled(text.slice(end))]
}

async function read(lines: readonly string[]): Promise<string> {
  const drawn = lines.map((line, at) => ({ glyphs: [...line], x: 72, y: 100 + at * 16 }))
  const { blocks } = await readDocument(pdfOfGlyphs(drawn), { filename: 'a.pdf' })
  return blocks.map(({ text }) => text).join('\n')
}

it('joins Korean words that are divided at the end of a line', async () => {
  expect(await read(filled(TEXT))).toBe(TEXT)
})

it('keeps apart a heading, whose line has room for the next word', async () => {
  expect(await read(['잎의 구조', ...filled(TEXT)])).toBe(`잎의 구조 ${TEXT}`)
})

it('keeps words apart if no spaces are drawn at line ends', async () => {
  const lines = TEXT.match(/.{1,20}(?= |$)/g) ?? []
  expect(await read(lines.map((line) => line.trim()))).toBe(TEXT)
})
