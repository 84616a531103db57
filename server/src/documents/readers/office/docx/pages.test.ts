import { expect, it } from 'vitest'
import { docxOf, paragraph } from '../../documents.testing.ts'
import { readDocument } from '../../read-document.ts'

const options = { filename: 'file.docx' }

it('a Word file has the pages that Word laid out, also in the middle of a paragraph and in tables', async () => {
  const pageBreak = '<w:lastRenderedPageBreak/>'
  const run = (text: string, before = '') => `<w:r>${before}<w:t xml:space="preserve">${text}</w:t></w:r>`
  const cell = (content: string) => `<w:tc><w:p>${content}</w:p></w:tc>`
  const body =
    paragraph('First page.') +
    `<w:p>${run('Begins here')}${run(' and goes on there.', pageBreak)}</w:p>` +
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' +
    `<w:p>${run('After a break that the author set, noted once more.', pageBreak)}</w:p>` +
    `<w:tbl><w:tr>${cell(run('Head'))}${cell(run('Two'))}</w:tr>` +
    `<w:tr>${cell(run('a', pageBreak))}${cell(run('b', pageBreak))}</w:tr></w:tbl>` +
    paragraph('Below the table.')
  expect((await readDocument(await docxOf(body), options)).blocks).toEqual([
    { text: 'First page.', page: 1 },
    { text: 'Begins here', page: 1 },
    { text: 'and goes on there.', page: 2, continues: true },
    { text: 'After a break that the author set, noted once more.', page: 3 },
    { text: '| Head | Two |\n| --- | --- |', page: 3 },
    { text: '| Head | Two |\n| --- | --- |\n| a | b |', page: 4 },
    { text: 'Below the table.', page: 4 },
  ])
})

it('a Word file that was never laid out has the pages of its page breaks', async () => {
  const styles =
    '<w:style w:styleId="Chapter"><w:name w:val="Chapter"/><w:pPr><w:pageBreakBefore/></w:pPr></w:style>'
  const body =
    paragraph('Title', '<w:pStyle w:val="Chapter"/>') +
    paragraph('On the first page.') +
    '<w:p><w:r><w:t>Ends here.</w:t><w:br w:type="page"/><w:t>Second page.</w:t></w:r></w:p>' +
    paragraph('Third page.', '<w:pageBreakBefore w:val="1"/>') +
    paragraph('Still the third.', '<w:pageBreakBefore w:val="0"/>') +
    paragraph('Fourth page.', '<w:pStyle w:val="Chapter"/>')
  const { blocks } = await readDocument(await docxOf(body, { styles }), options)
  expect(blocks.map(({ text, page }) => [text, page])).toEqual([
    ['Title', 1],
    ['On the first page.', 1],
    ['Ends here.', 1],
    ['Second page.', 2],
    ['Third page.', 3],
    ['Still the third.', 3],
    ['Fourth page.', 4],
  ])
})

it('a Word file without page breaks has no pages', async () => {
  const { blocks } = await readDocument(await docxOf(paragraph('One.') + paragraph('Two.')), options)
  expect(blocks).toEqual([{ text: 'One.' }, { text: 'Two.' }])
})

it('a Word file has each text of its headers and footers once, without page numbers', async () => {
  const field = '<w:p><w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>'
  const bytes = await docxOf(paragraph('Roots drink.'), {
    header: paragraph('Exam of June') + paragraph('Exam of June') + field,
    footer: `<w:tbl><w:tr><w:tc>${paragraph('Hand in by Friday.')}</w:tc><w:tc>${paragraph('Page 1 of 3')}</w:tc></w:tr></w:tbl>`,
  })
  expect((await readDocument(bytes, options)).blocks.map(({ text }) => text)).toEqual([
    'Exam of June',
    'Roots drink.',
    'Hand in by Friday.',
  ])
})
