import { expect, it } from 'vitest'
import { docxOf, paragraph } from '../../documents.testing.ts'
import { readDocument } from '../../read-document.ts'

const options = { filename: 'file.docx' }

it('a Word file has the pages that Word has laid out, also over the end of one and in tables', async () => {
  const found = '<w:lastRenderedPageBreak/>'
  const run = (text: string, before = '') => `<w:r>${before}<w:t xml:space="preserve">${text}</w:t></w:r>`
  const cell = (content: string) => `<w:tc><w:p>${content}</w:p></w:tc>`
  const body =
    paragraph('First page.') +
    `<w:p>${run('Begins here')}${run(' and goes on there.', found)}</w:p>` +
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' +
    `<w:p>${run('After a break that the author set, noted once more.', found)}</w:p>` +
    `<w:tbl><w:tr>${cell(run('Head'))}${cell(run('Two'))}</w:tr>` +
    `<w:tr>${cell(run('a', found))}${cell(run('b', found))}</w:tr></w:tbl>` +
    paragraph('Below the table.')
  expect((await readDocument(await docxOf(body), options)).blocks).toEqual([
    { text: 'First page.', page: 1 },
    { text: 'Begins here', page: 1 },
    { text: 'and goes on there.', page: 2, gap: '\n' },
    { text: 'After a break that the author set, noted once more.', page: 3 },
    { text: '| Head | Two |\n| --- | --- |', page: 3 },
    { text: '| Head | Two |\n| --- | --- |\n| a | b |', page: 4 },
    { text: 'Below the table.', page: 4 },
  ])
  // With manual page breaks only, the length of pages is unknown.
  const unknown = await readDocument(await docxOf(body.replaceAll(found, '')), options)
  expect(unknown.blocks.every(({ page }) => page === undefined)).toBe(true)
})
