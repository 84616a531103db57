import { expect, it } from 'vitest'
import { assemblePdf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

it('reads what tags say that drawn letters mean', async () => {
  const content =
    'BT /F1 12 Tf 72 700 Td /P <</MCID 0>> BDC (The ) Tj EMC /Span <</MCID 1>> BDC (qu) Tj 37.36 0 Td (|ck) Tj EMC /P <</MCID 2>> BDC ( fox.) Tj EMC ET'
  const tag = (at: number, role: string, more = '') =>
    `<< /Type /StructElem /S /${role} /P 6 0 R /Pg 4 0 R /K ${at} ${more} >>`
  const file = assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /StructParents 0 /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /StructTreeRoot /K [7 0 R 8 0 R 9 0 R] /ParentTree << /Nums [0 [7 0 R 8 0 R 9 0 R]] >> >>',
    tag(0, 'P'),
    tag(1, 'Span', '/ActualText (quick)'),
    tag(2, 'P'),
  ])
  const { blocks } = await readDocument(file, { filename: 'a.pdf' })
  expect(blocks).toEqual([{ text: 'The quick fox.', page: 1 }])
})
