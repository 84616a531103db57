import { expect, test } from 'vitest'
import { assemblePdf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

/** The first annotation, which is an object of the file, like those after it. */
const FIRST = 6

const line = (y: number, text: string) => `BT /F1 12 Tf 1 0 0 1 72 ${y} Tm (${text}) Tj ET `

/** Reads a page with this content and these annotations. */
async function textsOf(content: string, annotations: readonly string[]): Promise<string[]> {
  const references = annotations.map((_, at) => `${FIRST + at} 0 R`).join(' ')
  const file = assemblePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] >> >>`,
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [${references}] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...annotations,
  ])
  const { blocks } = await readDocument(file, { filename: 'a.pdf' })
  return blocks.map(({ text }) => text)
}

test('form values and typed text are beside their labels, without comments', async () => {
  const field = (more: string) => `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /P 4 0 R ${more} >>`
  const texts = await textsOf(line(700, 'Name:') + line(500, 'End.'), [
    field('/V (Ada Lovelace) /Rect [112 694 300 714]'),
    '<< /Type /Annot /Subtype /Text /Contents (A remark) /Rect [10 10 30 30] >>',
    '<< /Type /Annot /Subtype /FreeText /Contents (Typed on the page) /DA (/F1 12 Tf) /Rect [72 600 300 620] >>',
    field('/V (secret) /F 2 /Rect [72 300 300 320]'),
  ])
  expect(texts).toEqual(['Name: Ada Lovelace', 'Typed on the page', 'End.'])
})

test('check boxes and options say whether they are chosen, beside their labels', async () => {
  const box = (x: number, y: number, state: string, more = '') =>
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b${y}) /V /${state} /AS /${state} /AP << /N << /Yes 5 0 R /Off 5 0 R >> >> /P 4 0 R /Rect [${x} ${y - 2} ${x + 12} ${y + 10}] ${more} >>`
  const labels = line(700, 'Parking:') + line(660, 'Canteen:') + line(620, 'Advanced level:')
  const texts = await textsOf(labels, [
    box(126, 700, 'Yes'),
    box(130, 660, 'Off'),
    box(165, 620, 'Yes', '/Ff 32768'),
    box(72, 580, 'Off', '/Ff 65536'),
  ])
  expect(texts.join(' ')).toBe('Parking: ☒ Canteen: ☐ Advanced level: ☒')
})

test('what signatures and stamps say is read, but not what they hide', async () => {
  const stream = 'BT /F1 9 Tf 5 30 Td (Signed by Ada Lovelace) Tj 0 -12 Td (2026-03-01) Tj ET'
  const look = `<< /Type /XObject /Subtype /Form /BBox [0 0 200 50] /Resources << /Font << /F1 3 0 R >> >> /Length ${stream.length} >>\nstream\n${stream}\nendstream`
  const drawn = (more: string) => `<< /Type /Annot /AP << /N ${FIRST + 3} 0 R >> ${more} >>`
  const texts = await textsOf(line(700, 'Approved:'), [
    drawn('/Subtype /Widget /FT /Sig /T (s) /Rect [72 600 272 650]'),
    drawn('/Subtype /Stamp /Rect [72 400 272 450]'),
    drawn('/Subtype /Stamp /F 2 /Rect [72 200 272 250]'),
    look,
  ])
  expect(texts).toEqual([
    'Approved:',
    'Signed by Ada Lovelace 2026-03-01',
    'Signed by Ada Lovelace 2026-03-01',
  ])
})
