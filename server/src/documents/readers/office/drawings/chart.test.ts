import { say } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { docxOf, paragraph, pptxOf, shape, zipOf } from '../../documents.testing.ts'
import { readDocument } from '../../read-document.ts'

const read = async (filename: string, bytes: Promise<Uint8Array> | Uint8Array) => {
  const { blocks, warnings } = await readDocument(await bytes, { filename })
  return { texts: blocks.map(({ text }) => text), warnings }
}

const points = (texts: readonly string[]) =>
  texts.map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('')
const series = (name: string, months: readonly string[], values: readonly string[]) =>
  `<c:ser><c:tx><c:strRef><c:f>Sheet1!$B$1</c:f><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(months)}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>B2</c:f><c:numCache>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`
const chartOf = (title: string, ...all: string[]) =>
  `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx>${title}</c:tx></c:title><c:plotArea><c:barChart>${all.join('')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`
const written = (...lines: string[]) =>
  `<c:rich>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</c:rich>`

const rain = chartOf(
  written('Rain'),
  series('Bilbao', ['May', 'June'], ['90', '64']),
  series('Girona', ['May', 'June'], ['66', '61']),
)
const RAIN = [
  'Chart: Rain',
  '|  | Bilbao | Girona |\n| --- | --- | --- |\n| May | 90 | 66 |\n| June | 64 | 61 |',
]

const drawn = (id: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Chart 1"/><a:graphic><a:graphicData><c:chart r:id="${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
const cell = (content: string) => `<w:tc>${content}</w:tc>`

describe('charts of Word', () => {
  it('follow their paragraph or table, on its page', async () => {
    const body =
      paragraph('Before.') +
      `<w:p><w:r><w:t>See this.</w:t></w:r>${drawn('x0')}</w:p>` +
      `<w:p><w:r><w:br w:type="page"/></w:r></w:p><w:tbl><w:tr>${cell(`<w:p>${drawn('x0')}</w:p>`)}${cell(paragraph('Right'))}</w:tr></w:tbl>` +
      paragraph('After.')
    const { blocks, warnings } = await readDocument(await docxOf(body, { chart: rain }), {
      filename: 'lab.docx',
    })
    expect(blocks.map(({ page, text }) => [page, text])).toEqual([
      [1, 'Before.'],
      [1, 'See this.'],
      ...RAIN.map((text) => [1, text]),
      [2, '| Right |\n| --- |'],
      ...RAIN.map((text) => [2, text]),
      [2, 'After.'],
    ])
    expect(warnings).toBeUndefined()
  })

  it('are read once from text boxes, and diagrams too', async () => {
    const box = `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:anchor><wps:txbx><w:txbxContent>${paragraph('In a box')}<w:p>${drawn('x0')}</w:p></w:txbxContent></wps:txbx></wp:anchor></w:drawing></mc:Choice><mc:Fallback/></mc:AlternateContent></w:r>`
    const diagram =
      '<w:r><w:drawing><wp:inline><a:graphic><a:relIds r:dm="x1"/></a:graphic></wp:inline></w:drawing></w:r>'
    const bytes = docxOf(`<w:p>${box}</w:p><w:p>${diagram}</w:p>`, {
      chart: rain,
      diagramData: '<a:dataModel><a:pt><a:t><a:p><a:t>Weigh</a:t></a:p></a:t></a:pt></a:dataModel>',
    })
    expect((await read('a.docx', bytes)).texts).toEqual(['In a box', ...RAIN, '- Weigh'])
  })
})

describe('charts of Office', () => {
  const slide = async (chart: string, type = 'chart') =>
    read(
      'a.pptx',
      pptxOf(
        [
          {
            shapes: `${shape('Weather')}<p:graphicFrame><c:chart r:id="c1"/></p:graphicFrame>`,
            relations: { c1: [type, '../charts/chart1.xml'] },
          },
        ],
        { 'ppt/charts/chart1.xml': chart },
      ),
    )

  it('have titles of several lines or from a cell, groups of categories, and positions of their own', async () => {
    const groups = `<c:ser><c:cat><c:multiLvlStrCache><c:lvl>${points(['Q1', 'Q2'])}</c:lvl><c:lvl>${points(['2023'])}</c:lvl></c:multiLvlStrCache></c:cat><c:val>${points(['5', '6'])}</c:val></c:ser>`
    expect((await slide(chartOf(written('Rain', 'in mm'), groups))).texts.slice(1)).toEqual([
      'Chart: Rain in mm',
      '| 2023 Q1 | 5 |\n| --- | --- |\n| Q2 | 6 |',
    ])
    const at = (name: string, x: string[], y: string[]) =>
      `<c:ser><c:tx>${points([name])}</c:tx><c:xVal>${points(x)}</c:xVal><c:yVal>${points(y)}</c:yVal></c:ser>`
    const fromCell = `<c:strRef><c:f>Sheet1!$A$1</c:f><c:strCache>${points(['Fall'])}</c:strCache></c:strRef>`
    const scatter = chartOf(fromCell, at('a', ['1', '2'], ['3', '4']), at('b', ['5'], ['6']))
    expect((await slide(scatter)).texts.slice(1)).toEqual([
      'Chart: Fall',
      '|  | a |  | b |\n| --- | --- | --- | --- |\n| 1 | 3 | 5 | 6 |\n| 2 | 4 |  |  |',
    ])
  })

  it('may be of a newer kind, such as a waterfall', async () => {
    const lvl = (...texts: string[]) =>
      `<cx:f>A1</cx:f><cx:lvl>${texts.map((text, at) => `<cx:pt idx="${at}">${text}</cx:pt>`).join('')}</cx:lvl>`
    const waterfall = `<cx:chartSpace xmlns:cx="cx" xmlns:a="a"><cx:chartData><cx:data id="0"><cx:strDim type="cat">${lvl('Sales', 'Costs')}</cx:strDim><cx:numDim type="val">${lvl('10', '-4')}</cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Budget</cx:v></cx:txData></cx:tx><cx:txPr><a:p><a:r><a:t>Budget</a:t></a:r></a:p></cx:txPr></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series><cx:tx><cx:txData><cx:f>B1</cx:f><cx:v>Euros</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`
    expect(await slide(waterfall, 'chartEx')).toEqual({
      texts: ['Weather', 'Chart: Budget', '|  | Euros |\n| --- | --- |\n| Sales | 10 |\n| Costs | -4 |'],
      warnings: undefined,
    })
  })

  it('are named in a warning if the file has only their picture, or they are damaged', async () => {
    const named = (charts: string) => [say('document_warnings.charts_without_values', { charts })]
    const empty = chartOf(written('Rain'), '<c:ser><c:val><c:numRef><c:f>B2</c:f></c:numRef></c:val></c:ser>')
    expect(await slide(empty)).toEqual({ texts: ['Weather', 'Chart: Rain'], warnings: named('“Rain”') })
    for (const damaged of ['<c:chartSpace', '<!DOCTYPE x><c:chartSpace/>'])
      expect(await slide(damaged)).toEqual({ texts: ['Weather'], warnings: named('“…”') })
    const word = await read(
      'a.docx',
      docxOf(`${paragraph('Text')}<w:p>${drawn('x0')}</w:p>`, { chart: empty }),
    )
    expect(word).toEqual({ texts: ['Text', 'Chart: Rain'], warnings: named('“Rain”') })
  })
})

describe('charts of OpenDocument', () => {
  const text = (words: string) => `<text:p>${words}</text:p>`
  const row = (...cells: string[]) =>
    `<table:table-row>${cells.map((words) => `<table:table-cell${words === 'NaN' ? ' office:value="NaN"' : ''}>${text(words)}<draw:g><svg:desc>local-table.B2</svg:desc></draw:g></table:table-cell>`).join('')}</table:table-row>`
  const object = (...rows: string[]) =>
    `<office:document-content><office:body><office:chart><chart:chart><chart:title>${text('Rain')}</chart:title><chart:plot-area><chart:axis><chart:title>${text('mm')}</chart:title></chart:axis></chart:plot-area><table:table table:name="local-table"><table:table-header-rows>${rows[0] ?? ''}</table:table-header-rows><table:table-rows>${rows.slice(1).join('')}</table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`
  const open = (filename: string, body: string, chart: string) =>
    read(
      filename,
      zipOf({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
        'Object 1/content.xml': chart,
      }),
    )
  const whole = object(row('', 'Bilbao', 'Girona'), row('May', '90', '66'), row('June', '64', 'NaN'))
  const RAIN = [
    'Chart: Rain',
    '|  | Bilbao | Girona |\n| --- | --- | --- |\n| May | 90 | 66 |\n| June | 64 |  |',
  ]
  const frame = '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame>'
  const table = (...cells: string[]) =>
    `<table:table table:name="Lab"><table:table-row>${cells.map((content) => `<table:table-cell>${content}</table:table-cell>`).join('')}</table:table-row></table:table>`

  it.each([
    [
      'a.odt',
      `<office:text>${text(`Look ${frame}here.`)}${text('End.')}</office:text>`,
      ['Look here.', ...RAIN, 'End.'],
    ],
    [
      'b.odt',
      `<office:text>${table(text(`A${frame}`), text('B'))}${text('End.')}</office:text>`,
      ['| A | B |\n| --- | --- |', ...RAIN, 'End.'],
    ],
    [
      'a.odp',
      `<office:presentation><draw:page>${frame}${text('Slide')}</draw:page></office:presentation>`,
      [...RAIN, 'Slide'],
    ],
    [
      'a.ods',
      `<office:spreadsheet>${table(`${frame}${text('5')}`)}</office:spreadsheet>`,
      ['Lab', '| 5 |\n| --- |', ...RAIN],
    ],
  ])('follow what they are in: %s', async (filename, body, texts) => {
    expect(await open(filename, body, whole)).toEqual({ texts, warnings: undefined })
  })

  it('are named in a warning without values, and do no harm if damaged', async () => {
    const body = `<office:text>${text(`Look ${frame}here.`)}</office:text>`
    expect(await open('a.odt', body, object())).toEqual({
      texts: ['Look here.', 'Chart: Rain'],
      warnings: [say('document_warnings.charts_without_values', { charts: '“Rain”' })],
    })
    expect((await open('a.odt', body, '<office:chart><')).texts).toEqual(['Look here.'])
  })
})
