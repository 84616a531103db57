import { expect, it } from 'vitest'
import { relations, xlsxOf } from '../../documents.testing.ts'
import { readDocument } from '../../read-document.ts'

const textsOf = async (
  related: Record<string, [type: string, target: string]>,
  parts: Record<string, string>,
  rows = '',
) => {
  const bytes = await xlsxOf([{ name: 'Lab', rows }], {
    parts: { 'xl/worksheets/_rels/sheet1.xml.rels': relations(related), ...parts },
  })
  const { blocks } = await readDocument(bytes, { filename: 'lab.xlsx' })
  expect(blocks.every(({ sheet }) => sheet === 'Lab')).toBe(true)
  return blocks.map(({ text }) => text)
}

it('reads text boxes, diagrams and charts', async () => {
  const values = (...texts: string[]) =>
    texts.map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('')
  const box = '<xdr:sp><xdr:txBody><a:p><a:r><a:t>Wear gloves.</a:t></a:r></a:p></xdr:txBody></xdr:sp>'
  const frames =
    '<xdr:graphicFrame><a:graphic><dgm:relIds r:dm="d1"/></a:graphic></xdr:graphicFrame><xdr:graphicFrame><c:chart r:id="c1"/></xdr:graphicFrame>'
  const anchored = [box, frames].map(
    (shapes) => `<xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col></xdr:from>${shapes}</xdr:twoCellAnchor>`,
  )
  const texts = await textsOf(
    { r1: ['drawing', '../drawings/drawing1.xml'] },
    {
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r" xmlns:c="c" xmlns:dgm="d">${anchored.join('')}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relations({
        c1: ['chart', '../charts/chart1.xml'],
        d1: ['diagramData', '../diagrams/data1.xml'],
      }),
      'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:ser><c:tx><c:v>°C</c:v></c:tx><c:cat>${values('May')}</c:cat><c:val>${values('14')}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`,
      'xl/diagrams/data1.xml':
        '<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:pt><dgm:t><a:p><a:r><a:t>Weigh</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>',
    },
  )
  expect(texts).toEqual(['Lab', 'Wear gloves.', '- Weigh', '|  | °C |\n| --- | --- |\n| May | 14 |'])
})

it('reads comments on cells once', async () => {
  const texts = await textsOf(
    {
      r1: ['comments', '../comments1.xml'],
      r2: ['threadedComment', '../threadedComments/threadedComment1.xml'],
    },
    {
      'xl/comments1.xml':
        '<comments><commentList><comment ref="A1"><text><r><t>Ada:</t></r><r><t>\nin grams</t></r></text></comment><comment ref="B2"><text><t>[Threaded comment] Your version</t></text></comment></commentList></comments>',
      'xl/threadedComments/threadedComment1.xml':
        '<ThreadedComments><threadedComment ref="B2"><text>Measured twice?</text></threadedComment><threadedComment ref="B2"><text>Yes.</text></threadedComment></ThreadedComments>',
    },
    '<row r="1"><c r="A1"><v>5</v></c></row>',
  )
  expect(texts).toEqual([
    'Lab',
    '| 5 |\n| --- |',
    'Comment on A1: Ada: in grams',
    'Comment on B2: Measured twice?',
    'Comment on B2: Yes.',
  ])
})
