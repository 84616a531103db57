import { describe, expect, it } from 'vitest'
import { bytesOf, docxOf, pdfOf, pptxOf, xlsxOf, zipOf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

const textOf = async (bytes: Uint8Array, filename: string): Promise<string | undefined> =>
  (await readDocument(bytes, { filename })).blocks.find(({ heading }) => heading === undefined)?.text

const odtOf = (styles: string, body: string, parts: Record<string, string> = {}) =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...parts,
  })

describe('raised numbers are exponents', () => {
  const raised = (text: string) =>
    `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>${text}</w:t></w:r>`
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`

  it.each([
    [
      'Word',
      'a.docx',
      docxOf(`<w:p>${run('About 10')}${raised('-6')}${run(' m, the 1')}${raised('st')}${run('.')}</w:p>`),
      'About 10^-6 m, the 1st.',
    ],
    [
      'PowerPoint',
      'a.pptx',
      pptxOf([
        {
          shapes:
            '<p:sp><p:txBody><a:p><a:r><a:t>3·10</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>8</a:t></a:r><a:r><a:rPr baseline="-25000"/><a:t>2</a:t></a:r></a:p></p:txBody></p:sp>',
        },
      ]),
      '3·10^82',
    ],
    [
      'Excel',
      'a.xlsx',
      xlsxOf([{ name: 'S', rows: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }], {
        strings: '<si><r><t>Area in m</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2</t></r></si>',
      }),
      'Area in m^2',
    ],
    [
      'OpenDocument',
      'a.odt',
      odtOf(
        '<style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>',
        '<text:p>10<text:span text:style-name="T1">6</text:span> cells</text:p>',
      ),
      '10^6 cells',
    ],
    [
      'PDF',
      'a.pdf',
      Promise.resolve(
        pdfOf([
          [
            { text: 'It is 10', x: 72, y: 100 },
            { text: '-', x: 101.5, y: 96, size: 6 },
            { text: '6', x: 103.5, y: 96, size: 6 },
            { text: 'm of H', x: 110, y: 100 },
            { text: '2', x: 139.5, y: 102, size: 6 },
            { text: 'O, as they said in the paper', x: 142.8, y: 100 },
            { text: '7', x: 265, y: 96, size: 6 },
          ],
        ]),
      ),
      'It is 10^-6 m of H2O, as they said in the paper7',
    ],
    [
      'RTF',
      'a.rtf',
      Promise.resolve(bytesOf("{\\rtf1 10{\\super 1\\'30} and x\\super 2\\nosupersub  end\\par}")),
      '10^10 and x^2 end',
    ],
  ])('in %s', async (_, filename, bytes, text) => {
    expect((await textOf(await bytes, filename))?.split('\n')[0]?.replace(/^\| | \|$/g, '')).toBe(text)
  })
})

describe('formulas', () => {
  it('of Word have names, limits, accents and systems of equations', async () => {
    const text = (words: string) => `<m:r><m:t>${words}</m:t></m:r>`
    const e = (words: string) => `<m:e>${text(words)}</m:e>`
    const limit = `<m:limLow>${e('lim')}<m:lim>${text('x→0')}</m:lim></m:limLow>`
    const formula = [
      `<m:func><m:fName>${limit}</m:fName><m:e><m:func><m:fName>${text('sin')}</m:fName>${e('x')}</m:func></m:e></m:func>`,
      `<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr>${e('v')}</m:acc>`,
      `<m:eqArr>${e('a=1')}${e('b=2')}</m:eqArr>`,
    ].map((part) => `<w:p><m:oMath>${part}</m:oMath></w:p>`)
    const { blocks } = await readDocument(await docxOf(formula.join('')), { filename: 'a.docx' })
    expect(blocks.map((block) => block.text)).toEqual(['lim_(x→0) sin x', 'v\u20d7', 'a=1; b=2'])
  })

  it('of OpenDocument stay in their sentence', async () => {
    const math =
      '<?xml version="1.0"?>\n<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mfrac><mn>1</mn><mi>x</mi></mfrac><annotation encoding="StarMath 5.0">{1} over {x}</annotation></semantics></math>'
    const bytes = await odtOf(
      '',
      '<text:p>So <draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame> falls.</text:p>',
      { 'Object 1/content.xml': math, 'Object 2/content.xml': '<office:document-content/>' },
    )
    expect(await textOf(bytes, 'a.odt')).toBe('So 1/x falls.')
  })
})

it('PowerPoint’s lists have the letters and numbers that slides show', async () => {
  const item = (text: string, type: string, level = 0) =>
    `<a:p><a:pPr lvl="${level}"><a:buAutoNum type="${type}"/></a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`
  const lines = [
    item('Where is Paris?', 'arabicPeriod'),
    item('Spain', 'alphaLcParenR', 1),
    item('France', 'alphaLcParenR', 1),
    item('Who wrote it?', 'arabicPeriod'),
    item('Ada', 'alphaLcParenR', 1),
  ]
  const shapes = `<p:sp><p:txBody>${lines.join('')}</p:txBody></p:sp>`
  expect(await textOf(await pptxOf([{ shapes }]), 'a.pptx')).toBe(
    '1. Where is Paris?\n  a) Spain\n  b) France\n2. Who wrote it?\n  a) Ada',
  )
})

it('Word’s older form fields show what was chosen', async () => {
  const field = (data: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const list =
    '<w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList>'
  const box = (checked: string) => `<w:checkBox><w:checked w:val="${checked}"/></w:checkBox>`
  const body = `<w:p>${field(list)}${field(box('1'))}${field(box('0'))}<w:r><w:t>yes</w:t></w:r></w:p>`
  expect(await textOf(await docxOf(body), 'a.docx')).toBe('blue☒☐yes')
})
