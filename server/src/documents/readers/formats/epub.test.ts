import { expect, test } from 'vitest'
import { zipOf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

const bookOf = (path: string, href: string) => ({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': `<container><rootfiles><rootfile full-path="${path}"/></rootfiles></container>`,
  'c.opf': `<package><manifest><item id="a" href="${href}"/></manifest><spine><itemref idref="a"/></spine></package>`,
})

async function textsOf(body: string, book = bookOf('c.opf', 'a.xhtml')): Promise<string[]> {
  const bytes = await zipOf({
    ...book,
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

test('old books declare a document type', async () => {
  const book = bookOf('c.opf', 'a.xhtml')
  const type = '<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "oebpkg12.dtd">'
  book['c.opf'] = `<?xml version="1.0"?>${type}${book['c.opf']}`
  expect(await textsOf('<p>Roots drink.</p>', book)).toEqual(['Roots drink.'])
})

test.each([
  ['/c.opf', '/a.xhtml'],
  ['C.OPF', 'A.xhtml'],
  ['c.opf', 'text\\..\\a.xhtml'],
])('paths as other programs write them: %s, %s', async (opf, chapter) => {
  expect(await textsOf('<p>Roots drink.</p>', bookOf(opf, chapter))).toEqual(['Roots drink.'])
})

test('labels of drawings are text; a drawing without them does not end its sentence', async () => {
  const labels = '<title>Fig</title><text>Height of the <tspan>wave</tspan></text><g><text>Depth</text></g>'
  expect(
    await textsOf(`<p>A wave.</p><svg>${labels}</svg><p>Press <svg><path d=""/></svg> twice.</p>`),
  ).toEqual(['A wave.', 'Height of the wave\nDepth', 'Press twice.'])
  const drawn = {
    ...bookOf('c.opf', 'p.svg'),
    'p.svg': '<?xml version="1.0"?><svg><text>Plate 1</text></svg>',
  }
  expect(await textsOf('', drawn)).toEqual(['Plate 1'])
})
