import { describe, expect, it } from 'vitest'
import {
  assemblePdf,
  docxOf,
  paragraph,
  pptxOf,
  relations,
  type SlideFixture,
  shape,
  xlsxOf,
  zipOf,
} from './documents.testing.ts'
import { type ReadOptions, readDocument } from './read-document.ts'

async function read(bytes: Uint8Array, filename: string, options: Partial<ReadOptions> = {}) {
  const { blocks, warnings = [] } = await readDocument(bytes, { filename, ...options })
  return { blocks, texts: blocks.map(({ text }) => text), notes: warnings.map(({ text }) => text) }
}

const ONCE = (lines: string) => expect.stringContaining(`how often they were left out): ${lines}.`)
const NUMBERS = (count: number) => expect.stringContaining(`Page numbers left out: ${count}.`)

describe('headers and footers of slides', () => {
  const slide = (title: string, number: number): SlideFixture => ({
    shapes: [
      shape(title, 'title'),
      shape('Physics I, spring', 'ftr'),
      shape(String(number), 'sldNum'),
      shape('Text'),
    ].join(''),
  })
  const slides = [slide('Force', 1), slide('Mass', 2), slide('Work', 3)]

  it('are read once, and the rest is listed', async () => {
    const { texts, notes, blocks } = await read(await pptxOf(slides), 'a.pptx')
    expect(texts).toEqual(['Force', 'Text', 'Physics I, spring', 'Mass', 'Text', 'Work', 'Text'])
    expect(blocks[2]).toMatchObject({ slide: 1 })
    expect(notes).toEqual([ONCE('“Physics I, spring” (2)'), NUMBERS(3)])
  })

  it('are all kept if asked to', async () => {
    const { texts, notes } = await read(await pptxOf(slides), 'a.pptx', { keepRunningHeads: true })
    expect(texts.filter((text) => text === 'Physics I, spring')).toHaveLength(3)
    expect(texts).toEqual(expect.arrayContaining(['1', '2', '3']))
    expect(notes).toEqual([])
  })

  it('include the texts of the layout and its master, but not their placeholders', async () => {
    const withLayout = (text: string): SlideFixture => ({
      shapes: shape(text),
      relations: { l: ['slideLayout', '../slideLayouts/layout.xml'] },
    })
    const part = (name: string, shapes: string) =>
      `<p:${name} xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${name}>`
    const file = await pptxOf([withLayout('One'), withLayout('Two')], {
      'ppt/slideLayouts/layout.xml': part('sldLayout', shape('Lab safety') + shape('Click to edit', 'body')),
      'ppt/slideLayouts/_rels/layout.xml.rels': relations({
        m: ['slideMaster', '../slideMasters/master.xml'],
      }),
      'ppt/slideMasters/master.xml': part('sldMaster', shape('Faculty of Chemistry') + shape('3', 'sldNum')),
    })
    const { texts, notes } = await read(file, 'a.pptx')
    expect(texts).toEqual(['One', 'Faculty of Chemistry', 'Lab safety', 'Two'])
    expect(notes).toEqual([ONCE('“Faculty of Chemistry” (1), “Lab safety” (1)')])
  })

  it('on the notes page are not taken for notes', async () => {
    const notes = shape('Course 2026', 'hdr') + shape('Say this.', 'body') + shape('1', 'sldNum')
    const { texts } = await read(await pptxOf([{ shapes: shape('One'), notes }]), 'a.pptx')
    expect(texts).toEqual(['One', 'Speaker notes: Say this.', 'Course 2026'])
  })
})

describe('headers and footers of a Word file', () => {
  const field = '<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>7</w:t></w:r></w:p>'

  it('are read, numbers too, unless they are those of pages', async () => {
    const file = await docxOf(paragraph('Body.'), {
      header: paragraph('Organic chemistry') + paragraph('2024/25') + paragraph('1984'),
      footer: field,
    })
    const { texts, notes } = await read(file, 'a.docx')
    expect(texts).toEqual(['Organic chemistry', '2024/25', '1984', 'Body.'])
    expect(notes).toEqual([NUMBERS(1)])
    expect((await read(file, 'a.docx', { keepRunningHeads: true })).texts).toContain('7')
  })
})

const XMLNS =
  'xmlns:office="o" xmlns:text="t" xmlns:draw="d" xmlns:style="s" xmlns:presentation="p" xmlns:svg="v"'
const odfOf = (body: string, masters = '') =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content ${XMLNS}><office:body>${body}</office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${XMLNS}><office:master-styles>${masters}</office:master-styles></office:document-styles>`,
  })

describe('headers and footers of OpenDocument', () => {
  it('of a text are read once, without page numbers, which are listed', async () => {
    const header = '<style:header><text:p>Organic <text:span>chemistry</text:span></text:p></style:header>'
    const footer = '<style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer>'
    const hidden = '<style:header-first style:display="false"><text:p>Not shown</text:p></style:header-first>'
    const file = await odfOf(
      '<office:text><text:p>Body.</text:p></office:text>',
      `<style:master-page style:name="A">${header}${hidden}${footer}</style:master-page><style:master-page style:name="B">${header}</style:master-page>`,
    )
    const { texts, notes } = await read(file, 'a.odt')
    expect(texts).toEqual(['Organic chemistry', 'Body.'])
    expect(notes).toEqual([ONCE('“Organic chemistry” (1)'), NUMBERS(1)])
    expect((await read(file, 'a.odt', { keepRunningHeads: true })).texts).toEqual([
      'Organic chemistry',
      'Organic chemistry',
      'Body.',
      'Page 1',
    ])
  })

  it('of slides are those that a slide uses, and what its master page shows', async () => {
    const page = (text: string, more: string) =>
      `<draw:page draw:master-page-name="M" ${more}><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`
    const file = await odfOf(
      `<office:presentation><presentation:footer-decl presentation:name="f1">Physics I</presentation:footer-decl>${page('One', 'presentation:use-footer-name="f1"')}${page('Two', 'presentation:use-footer-name="f1"')}${page('Three', '')}</office:presentation>`,
      '<style:master-page style:name="M"><draw:frame><draw:text-box><text:p>Faculty</text:p></draw:text-box></draw:frame><draw:frame presentation:class="title"><draw:text-box><text:p>Click to edit</text:p></draw:text-box></draw:frame></style:master-page>',
    )
    const { texts, notes, blocks } = await read(file, 'a.odp')
    expect(texts).toEqual(['One', 'Faculty', 'Physics I', 'Two', 'Three'])
    expect(blocks[2]).toMatchObject({ slide: 1 })
    expect(notes).toEqual([ONCE('“Faculty” (2), “Physics I” (1)')])
  })

  it('do not make an empty document a text', async () => {
    const master =
      '<style:master-page><style:header><text:p>Letter</text:p></style:header></style:master-page>'
    const file = await odfOf('<office:text><text:p/></office:text>', master)
    await expect(read(file, 'a.odt')).rejects.toMatchObject({ code: 'empty' })
  })
})

describe('OpenDocument', () => {
  it('keeps the text of fields, and the alternative text of pictures', async () => {
    const picture =
      '<draw:frame><draw:image/><svg:title>cell.png</svg:title><svg:desc>A cell that divides</svg:desc></draw:frame>'
    const file = await odfOf(
      `<office:text><text:p>In <text:title>Biology</text:title> we ${picture}learn.</text:p></office:text>`,
    )
    expect((await read(file, 'a.odt')).texts).toEqual([
      'In Biology we learn.',
      '[Picture: A cell that divides]',
    ])
  })

  it('says what to do about a password', async () => {
    const file = await zipOf({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': new Uint8Array([1, 200, 3, 77]),
      'META-INF/manifest.xml': '<manifest:manifest><manifest:encryption-data/></manifest:manifest>',
    })
    await expect(read(file, 'a.odt')).rejects.toMatchObject({
      code: 'unsupported',
      userMessage: { code: 'documents.unsupported_encrypted_opendocument' },
    })
  })
})

describe('headers and footers for printing a sheet', () => {
  it('are read without codes', async () => {
    const file = await xlsxOf([
      {
        name: 'Marks',
        rows: '<row><c t="inlineStr"><is><t>Ann</t></is></c><c><v>7</v></c></row></sheetData><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Lab R&amp;&amp;D&amp;R&amp;D</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N</oddFooter></headerFooter><sheetData>',
      },
    ])
    const { texts, notes } = await read(file, 'a.xlsx')
    expect(texts.at(-1)).toBe('Lab R&D')
    expect(notes).toEqual([NUMBERS(1)])
  })
})

describe('headers and footers of RTF', () => {
  it('are read once, without page numbers, which are listed', async () => {
    const rtf =
      '{\\rtf1{\\header\\pard Organic chemistry\\par}{\\headerl Organic chemistry}{\\footer Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}\\par}Body.{\\footnote A note.} More.\\par}'
    const { texts, notes } = await read(Buffer.from(rtf), 'a.rtf')
    expect(texts).toEqual(['Organic chemistry', 'Body. More.', 'A note.'])
    expect(notes).toEqual([ONCE('“Organic chemistry” (1)'), NUMBERS(1)])
  })
})

describe('an RTF file that ends too early', () => {
  it('says so', async () => {
    const whole = '{\\rtf1 {\\b One.}\\par Two.\\par}'
    expect((await read(Buffer.from(whole), 'a.rtf')).notes).toEqual([])
    const { texts, notes } = await read(Buffer.from(whole.slice(0, -6)), 'a.rtf')
    expect(texts).toEqual(['One.', 'Two'])
    expect(notes).toEqual([expect.stringContaining('ends too early')])
  })
})

describe('text in another direction on the pages of a PDF', () => {
  const pageOf = (body: string, stamp: string) => {
    const content = `BT /F1 10 Tf 1 0 0 1 72 600 Tm (${body}) Tj ET BT /F1 10 Tf 0 1 -1 0 30 200 Tm (${stamp}) Tj ET`
    return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
  }
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`

  it('is read once, after the text, and does not divide a sentence over two pages', async () => {
    const file = assemblePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 2 /Kids [5 0 R 7 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      pageOf('Roots drink water from the ground and send it up to all of the', 'Library of Vic'),
      page(4),
      pageOf('leaves of the plant, which need it to make sugar in the sun.', 'Library of Vic'),
      page(6),
    ])
    const { texts, notes } = await read(file, 'a.pdf')
    expect(texts).toEqual([
      'Roots drink water from the ground and send it up to all of the',
      'leaves of the plant, which need it to make sugar in the sun.',
      'Library of Vic',
    ])
    expect(notes).toEqual([ONCE('“Library of Vic” (1)')])
    expect((await read(file, 'a.pdf', { keepRunningHeads: true })).notes).toEqual([])
  })
})
