import { expect, test } from 'vitest'
import { assemblePdf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

test('check boxes and options say whether they are chosen, beside their labels', async () => {
  const line = (y: number, text: string) => `BT /F1 12 Tf 1 0 0 1 72 ${y} Tm (${text}) Tj ET `
  const content = line(700, 'Parking:') + line(660, 'Canteen:') + line(620, 'Advanced level:')
  const box = (x: number, y: number, state: string, more = '') =>
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b${y}) /V /${state} /AS /${state} /AP << /N << /Yes 5 0 R /Off 5 0 R >> >> /P 4 0 R /Rect [${x} ${y - 2} ${x + 12} ${y + 10}] ${more} >>`
  const file = assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R] >> >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [6 0 R 7 0 R 8 0 R 9 0 R] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    box(126, 700, 'Yes'),
    box(130, 660, 'Off'),
    box(165, 620, 'Yes', '/Ff 32768'),
    box(72, 580, 'Off', '/Ff 65536'),
  ])
  const { blocks } = await readDocument(file, { filename: 'a.pdf' })
  expect(blocks.map(({ text }) => text).join(' ')).toBe('Parking: ☒ Canteen: ☐ Advanced level: ☒')
})
