import { expect, test } from 'vitest'
import { zipOf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

async function textsOf(body: string): Promise<string[]> {
  const bytes = await zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
    'c.opf':
      '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`,
  })
  return (await readDocument(bytes, { filename: 'a.epub' })).blocks.map(({ text }) => text)
}

const FILLER = '<p>Plants take in water, air and light, and give out oxygen.</p>'.repeat(20)

test('footnotes, boxes and closing remarks of a chapter are part of the book', async () => {
  const texts = await textsOf(
    `<section>${FILLER}<aside epub:type="footnote"><p>1. On the Beagle.</p></aside><div class="sidebar"><p>Draw a finch.</p></div><footer><p>Summary: species change.</p></footer></section>`,
  )
  expect(texts.slice(-3)).toEqual(['1. On the Beagle.', 'Draw a finch.', 'Summary: species change.'])
})

test('formulas whose tags have a prefix stay in their sentence', async () => {
  const math =
    '<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mfrac><m:mi>m</m:mi><m:mn>2</m:mn></m:mfrac></m:math>'
  expect(await textsOf(`<p>Half is ${math} here.</p>`)).toEqual(['Half is m/2 here.'])
})
