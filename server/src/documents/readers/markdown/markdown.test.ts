import { expect, it } from 'vitest'
import { bytesOf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

const texts = async (content: string) =>
  (await readDocument(bytesOf(content), { filename: 'a.md' })).blocks.map(({ text }) => text)

it('words on both sides of a line break in HTML are two words', async () => {
  expect(
    await texts('one<br>two<br/>three\n\n| Day | Room |\n|---|---|\n| Mon<br>Tue | <b>B</b>12 |'),
  ).toEqual(['one\ntwo\nthree', '| Day | Room |\n| --- | --- |\n| Mon Tue | B12 |'])
})

it('tables in HTML, which converters write, are tables', async () => {
  const table = '<table><tr><th>City</th><th>People</th></tr>\n\n<tr><td>Paris</td><td>2</td></tr></table>'
  expect(await texts(`# Top\n${table}\n# End`)).toEqual([
    'Top',
    '| City | People |\n| --- | --- |\n| Paris | 2 |',
    'End',
  ])
  expect(await texts('<table> is a tag.\n\n# End')).toEqual(['is a tag.', 'End'])
})

it('comments are left out, also across paragraphs, but not those in code', async () => {
  expect(
    await texts(
      'Seen <!-- a --> here.\n\n<!-- Answer:\n\n42\n\n-->\n\n```html\n<!-- code -->\n```\n\n`<!--` begins one.\n\nThe end --> of it.',
    ),
  ).toEqual(['Seen  here.', '```html\n<!-- code -->\n```', '<!-- begins one.', 'The end --> of it.'])
})

it('named signs and line breaks are shown as on the page', async () => {
  expect(await texts('R&amp;D, 2 &lt; 3\\\nnext, `&amp;`')).toEqual(['R&D, 2 < 3\nnext, &amp;'])
})

it('raised numbers are exponents, and words in ruby are read without their pronunciation', async () => {
  expect(
    await texts(
      '10<sup>6</sup> m<sup>-2</sup>, the 2<sup>nd</sup> <ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>タワー',
    ),
  ).toEqual(['10^6 m^-2, the 2nd 東京タワー'])
})
