import { describe, expect, it } from 'vitest'
import { docxOf, paragraph, pptxOf, relations, shape, xlsxOf } from './documents.testing.ts'
import { readDocument } from './read-document.ts'

const read = async (bytes: Uint8Array, filename = 'file.docx') => readDocument(bytes, { filename })
const texts = async (bytes: Uint8Array) => (await read(bytes)).blocks.map(({ text }) => text)

describe('a Word file', () => {
  it('has headings by the style’s name, whatever its id, and by outline level', async () => {
    const styles =
      '<w:style w:styleId="Ttulo2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Mine"><w:basedOn w:val="Ttulo2"/></w:style>'
    const { blocks } = await read(
      await docxOf(
        paragraph('Tema', '<w:pStyle w:val="Ttulo2"/>') +
          paragraph('Derived', '<w:pStyle w:val="Mine"/>') +
          paragraph('Outline', '<w:outlineLvl w:val="0"/>') +
          paragraph('Text'),
        { styles },
      ),
    )
    expect(blocks).toEqual([
      { text: 'Tema', heading: 2 },
      { text: 'Derived', heading: 2 },
      { text: 'Outline', heading: 1 },
      { text: 'Text' },
    ])
  })

  it('counts lists as Word does', async () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>' +
      '<w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum>' +
      '<w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="6"><w:abstractNumId w:val="2"/></w:num>'
    const item = (text: string, id: number, level = 0) =>
      paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`)
    expect(
      await texts(
        await docxOf(
          item('one', 5) +
            item('deep', 5, 1) +
            item('two', 5) +
            item('again', 5, 1) +
            paragraph('between') +
            item('dot', 6),
          { numbering },
        ),
      ),
    ).toEqual(['1. one\n  1.a) deep\n2. two\n  2.a) again', 'between', '- dot'])
  })

  it('has tables with merged cells, nested tables, and frames of one cell', async () => {
    const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
    const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
    const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl>`
    const nested = table(
      row(cell(paragraph('in')), cell(paragraph('ner'))),
      row(cell(paragraph('x')), cell(paragraph('y'))),
    )
    expect(
      await texts(
        await docxOf(
          table(
            row(cell(paragraph('A | B'), '<w:gridSpan w:val="2"/>'), cell(paragraph('C'))),
            row(cell(paragraph('1'), '<w:vMerge w:val="restart"/>'), cell(paragraph('2')), cell(nested)),
            row(cell(paragraph('hidden'), '<w:vMerge/>'), cell(paragraph('4')), cell(paragraph('5'))),
          ) + table(row(cell(paragraph('framed')))),
        ),
      ),
    ).toEqual([
      '| A \\| B |  | C |\n| --- | --- | --- |\n| 1 | 2 | in · ner; x · y |\n|  | 4 | 5 |',
      'framed',
    ])
  })

  it('puts footnotes and endnotes after their paragraph', async () => {
    const note = (kind: string, id: number, text: string) =>
      `<w:${kind} w:id="${id}">${paragraph(text)}</w:${kind}>`
    const body =
      '<w:p><w:r><w:t>Claim</w:t></w:r><w:r><w:footnoteReference w:id="7"/></w:r><w:r><w:endnoteReference w:id="7"/></w:r></w:p>'
    expect(
      await texts(
        await docxOf(body + paragraph('Next'), {
          footnotes: `<w:footnote w:id="0" w:type="separator">${paragraph('----')}</w:footnote>${note('footnote', 7, 'Proof')}`,
          endnotes: note('endnote', 7, 'Source'),
        }),
      ),
    ).toEqual(['Claim⁽¹⁾⁽²⁾', '⁽¹⁾ Proof', '⁽²⁾ Source', 'Next'])
  })

  it('reads a text box once although it is stored twice, and the old form if there is no other', async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`
    const both = (choice: string, fallback: string) =>
      `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${choice}</wps:txbx></mc:Choice><mc:Fallback><v:textbox>${fallback}</v:textbox></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>around</w:t></w:r></w:p>`
    expect(await texts(await docxOf(both(box('boxed'), box('boxed')) + both('', box('old'))))).toEqual([
      'around',
      'boxed',
      'around',
      'old',
    ])
    const whole = `<mc:AlternateContent><mc:Choice>${paragraph('once')}</mc:Choice><mc:Fallback>${paragraph('once')}</mc:Fallback></mc:AlternateContent>`
    expect(await texts(await docxOf(whole))).toEqual(['once'])
  })

  it('skips deleted, moved and hidden text, and keeps insertions', async () => {
    const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
    expect(
      await texts(
        await docxOf(
          `<w:p>${run('a')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>${run('b')}</w:ins><w:moveFrom>${run('moved')}</w:moveFrom>${run('secret', '<w:vanish/>')}${run('c', '<w:vanish w:val="0"/>')}</w:p>`,
        ),
      ),
    ).toEqual(['abc'])
  })

  it('reads symbols from fonts, and skips cells that a reviewer deleted', async () => {
    const sign = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
    expect(
      await texts(
        await docxOf(
          `<w:p>${sign('Symbol', 'F061')}${sign('Symbol', 'F0B3')}${sign('Wingdings', 'F0FC')}${sign('Arial', '03A9')}</w:p><w:tbl><w:tr>${cell('gone', '<w:cellDel/>')}${cell('kept')}</w:tr></w:tbl>`,
        ),
      ),
    ).toEqual(['α≥Ω', '| kept |\n| --- |'])
  })

  it('reads equations, breaks, tabs, links and content controls', async () => {
    const formula =
      '<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>c</m:t></m:r></m:den></m:f><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>'
    const body = `<w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent><w:p>${formula}<w:r><w:tab/><w:t>one</w:t><w:br/><w:t>two</w:t></w:r><w:hyperlink r:id="x"><w:r><w:t> link</w:t></w:r></w:hyperlink></w:p></w:sdtContent></w:sdt>`
    expect(await texts(await docxOf(body))).toEqual(['(a+b)/cx^2 one\ntwo link'])
  })
})

describe('a PowerPoint file', () => {
  it('follows the presentation order, with titles, notes and nested groups, without footers', async () => {
    const group = (inner: string) => `<p:grpSp>${inner}</p:grpSp>`
    const { blocks } = await read(
      await pptxOf([
        {
          shapes:
            shape('Body') + shape('7', 'sldNum') + group(group(shape('Deep'))) + shape('First', 'ctrTitle'),
          notes: shape('Say hello', 'body') + shape('1', 'sldNum'),
        },
        { shapes: shape('Second', 'title') },
      ]),
      'slides.pptx',
    )
    expect(blocks).toEqual([
      { text: 'First', heading: 1, slide: 1 },
      { text: 'Body', slide: 1 },
      { text: 'Deep', slide: 1 },
      { text: 'Speaker notes: Say hello', slide: 1 },
      { text: 'Second', heading: 1, slide: 2 },
    ])
  })

  it('reads tables, charts and diagrams', async () => {
    const cell = (text: string) =>
      `<a:tc><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
    const table = `<p:graphicFrame><a:graphic><a:tbl><a:tr>${cell('k')}${cell('v')}</a:tr><a:tr>${cell('1')}${cell('2')}</a:tr></a:tbl></a:graphic></p:graphicFrame>`
    const chart = '<p:graphicFrame><c:chart r:id="c1"/></p:graphicFrame>'
    const diagram = '<p:graphicFrame><a:relIds r:dm="d1"/></p:graphicFrame>'
    const values = (...texts: string[]) =>
      texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('')
    const { blocks } = await read(
      await pptxOf(
        [
          {
            shapes: table + chart + diagram,
            relations: {
              c1: ['chart', '../charts/chart1.xml'],
              d1: ['diagramData', '../diagrams/data1.xml'],
            },
          },
        ],
        {
          'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:t>Rain</a:t></c:title><c:plotArea><c:ser><c:tx>${values('mm')}</c:tx><c:cat>${values('May', 'June')}</c:cat><c:val>${values('4', '9')}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`,
          'ppt/diagrams/data1.xml':
            '<d:dataModel xmlns:d="d" xmlns:a="a"><d:ptLst><d:pt><d:t><a:p><a:r><a:t>Step one</a:t></a:r></a:p></d:t></d:pt></d:ptLst></d:dataModel>',
        },
      ),
    )
    expect(blocks.map(({ text }) => text)).toEqual([
      '| k | v |\n| --- | --- |\n| 1 | 2 |',
      'Chart: Rain',
      '|  | mm |\n| --- | --- |\n| May | 4 |\n| June | 9 |',
      '- Step one',
    ])
  })

  it('never follows a relation out of the file', async () => {
    const bytes = await pptxOf([{ shapes: shape('Safe') }], {
      'ppt/slides/_rels/slide1.xml.rels': relations({ n: ['notesSlide', '../../../../etc/passwd'] }),
    })
    expect(await texts(bytes)).toEqual(['Safe'])
  })
})

describe('an Excel file', () => {
  const styles =
    '<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs>'

  it('reads strings, numbers, dates, formulas and booleans', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>' +
      '<row r="2"><c r="A2" s="1"><v>45352</v></c><c r="B2" s="2"><v>45352</v></c><c r="C2" s="3"><v>45352.5</v></c><c r="D2" s="5"><v>0.25</v></c></row>' +
      '<row r="3"><c r="A3" s="4"><v>2.5</v></c><c r="B3"><f>1+1</f><v>0.30000000000000004</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="str"><f>x</f><v>text</v></c></row>'
    const { blocks } = await read(
      await xlsxOf([{ name: 'Notes', rows }], {
        strings: '<si><t>Shared</t><rPh><t>no</t></rPh></si>',
        styles,
      }),
    )
    expect(blocks).toEqual([
      { text: 'Notes', heading: 1, sheet: 'Notes' },
      {
        text: '| Shared | inline |  |  |\n| --- | --- | --- | --- |\n| 2024-03-01 | 2024-03-01 | 2024-03-01 12:00 | 06:00 |\n| 2.5 days | 0.3 | TRUE | text |',
        sheet: 'Notes',
      },
    ])
  })

  it('shows durations and codes with leading zeros as people see them', async () => {
    const styles =
      '<numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/><numFmt numFmtId="171" formatCode="00000"/><numFmt numFmtId="172" formatCode="[mm]:ss"/></numFmts>' +
      '<cellXfs><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="46"/></cellXfs>'
    const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`
    const rows = `<row>${cell(0, '1.260416666667')}${cell(1, '8001')}${cell(2, '0.0625')}${cell(3, '1.25')}</row>`
    const { blocks } = await read(await xlsxOf([{ name: 'D', rows }], { styles }))
    expect(blocks.at(-1)?.text).toContain('| 30:15 | 08001 | 90:00 | 30:00 |')
  })

  it('shows percentages as people see them, and the formula where no value was saved', async () => {
    const percents =
      '<numFmts><numFmt numFmtId="170" formatCode="0.0%;[Red]\\-0.0%"/><numFmt numFmtId="171" formatCode="0 &quot;% of all&quot;"/></numFmts><cellXfs><xf numFmtId="9"/><xf numFmtId="10"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>'
    const rows =
      '<row r="1"><c r="A1" s="0"><v>0.29</v></c><c r="B1" s="1"><v>0.07</v></c><c r="C1" s="2"><v>-0.125</v></c><c r="D1" s="3"><v>12</v></c></row>' +
      '<row r="2"><c r="A2"><f>SUM(A1:C1)</f></c><c r="B2" t="str"><f>A1</f><v>kept</v></c><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    const { blocks } = await read(await xlsxOf([{ name: 'P', rows }], { styles: percents }))
    expect(blocks[1]?.text).toBe(
      '| 29% | 7.00% | -12.5% | 12 % of all |\n| --- | --- | --- | --- |\n| =SUM(A1:C1) | kept | #DIV/0! |  |',
    )
  })

  it('shows amounts with their currency or unit, rounded as people see them', async () => {
    const codes = [
      '_-* #,##0.00\\ [$€-403]_-;-* #,##0.00\\ [$€-403]_-',
      '&quot;$&quot;#,##0.00_);[Red]\\(&quot;$&quot;#,##0.00\\)',
      '0.##&quot; kg&quot;',
      '#,##0 [$USD]',
      '#,##0.00',
    ]
    const formats = codes.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`)
    const styles = `<numFmts>${formats.join('')}</numFmts><cellXfs>${codes.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')}</cellXfs>`
    const row = (value: string) =>
      `<row>${codes.map((_, at) => `<c s="${at}"><v>${value}</v></c>`).join('')}</row>`
    const { blocks } = await read(await xlsxOf([{ name: 'D', rows: row('1234.5') + row('-3') }], { styles }))
    expect(blocks.at(-1)?.text.split('\n')).toEqual([
      '| 1234.50 € | $1234.50 | 1234.5 kg | 1235 USD | 1234.5 |',
      '| --- | --- | --- | --- | --- |',
      '| -3.00 € | -$3.00 | -3 kg | -3 USD | -3 |',
    ])
  })

  it('repeats the header row in each part of a long table', async () => {
    const cell = (column: string, row: number, text: string) =>
      `<c r="${column}${row}" t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = Array.from({ length: 200 }, (_, index) => {
      const text = index === 0 ? ['Name', 'Mark'] : [`Student ${index}`, `${index}`]
      return `<row r="${index + 1}">${cell('A', index + 1, text[0] ?? '')}${cell('B', index + 1, text[1] ?? '')}</row>`
    })
    const { blocks } = await read(await xlsxOf([{ name: 'S', rows: rows.join('') }]))
    const parts = blocks.slice(1)
    expect(parts.length).toBeGreaterThan(3)
    for (const { text } of parts) {
      expect(text.startsWith('| Name | Mark |\n| --- | --- |\n| Student')).toBe(true)
      expect(text.length).toBeLessThan(900)
    }
    expect(parts.flatMap(({ text }) => text.split('\n').slice(2))).toHaveLength(199)
  })

  it('treats a title above the table as text, skips hidden sheets with a warning, and supports dates from 1904', async () => {
    const number = (value: number) => `<row r="1"><c r="XFD1"><v>${value}</v></c></row>`
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Marks 2024</t></is></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>Day</t></is></c><c r="B3"><v>1</v></c></row><row r="4"><c r="A4" s="1"><v>1</v></c><c r="B4"><v>2</v></c></row>'
    const document = await read(
      await xlsxOf(
        [
          { name: 'Shown', rows },
          { name: 'Far', rows: number(5) },
          { name: 'Private', rows: number(1), state: 'veryHidden' },
        ],
        { styles, date1904: true },
      ),
    )
    expect(document.blocks.map(({ text }) => text)).toEqual([
      'Shown',
      'Marks 2024',
      '| Day | 1 |\n| --- | --- |\n| 1904-01-02 | 2 |',
      'Far',
      '| 5 |\n| --- |',
    ])
    expect(document.warnings?.[0]?.params['sheets']).toContain('Private')
  })
})
