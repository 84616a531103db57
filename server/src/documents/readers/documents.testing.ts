import { deflateSync } from 'node:zlib'
import JSZip from 'jszip'

const encoder = new TextEncoder()

/** A zip with these parts; JSZip is used for tests only, so that our own reading is checked against another's writing. */
export async function zipOf(parts: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  const zip = new JSZip()
  for (const [name, content] of Object.entries(parts)) zip.file(name, content)
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const relations = (targets: Record<string, [type: string, target: string]>) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
    targets,
  )
    .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const NAMESPACES =
  'xmlns:w="w" xmlns:mc="mc" xmlns:wps="wps" xmlns:wp="wp" xmlns:v="v" xmlns:m="m" xmlns:a="a" xmlns:p="p" xmlns:c="c" xmlns:r="r"'

export const paragraph = (text: string, properties = '') =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** A Word file with this body; `parts` adds styles, numbering and notes by their short name. */
export function docxOf(body: string, parts: Record<string, string> = {}): Promise<Uint8Array> {
  const extra = Object.entries(parts)
  return zipOf({
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<?xml version="1.0"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      Object.fromEntries(extra.map(([name], index) => [`x${index}`, [name, `${name}.xml`]])),
    ),
    ...Object.fromEntries(
      extra.map(([name, xml]) => [`word/${name}.xml`, `<w:${name} ${NAMESPACES}>${xml}</w:${name}>`]),
    ),
  })
}

export interface SlideFixture {
  shapes: string
  notes?: string
  relations?: Record<string, [type: string, target: string]>
}

export const shape = (text: string, placeholder?: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder === undefined ? '' : `<p:ph type="${placeholder}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${text
    .split('\n')
    .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp>`

/** The slides are shown in the order given and stored in the opposite one. */
export function pptxOf(
  slides: SlideFixture[],
  parts: Record<string, string | Uint8Array> = {},
): Promise<Uint8Array> {
  const file = (index: number) => slides.length - index
  const files: Record<string, string | Uint8Array> = { ...parts }
  for (const [index, slide] of slides.entries()) {
    const name = `slide${file(index)}.xml`
    files[`ppt/slides/${name}`] =
      `<p:sld ${NAMESPACES}><p:cSld><p:spTree>${slide.shapes}</p:spTree></p:cSld></p:sld>`
    files[`ppt/slides/_rels/${name}.rels`] = relations({
      ...slide.relations,
      ...(slide.notes === undefined ? {} : { n: ['notesSlide', `../notesSlides/notes${file(index)}.xml`] }),
    })
    if (slide.notes !== undefined)
      files[`ppt/notesSlides/notes${file(index)}.xml`] =
        `<p:notes ${NAMESPACES}><p:cSld><p:spTree>${slide.notes}</p:spTree></p:cSld></p:notes>`
  }
  return zipOf({
    '_rels/.rels': relations({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation ${NAMESPACES}><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(
        slides.map((_, index) => [`s${index}`, ['slide', `slides/slide${file(index)}.xml`]]),
      ),
    ),
    ...files,
  })
}

export interface SheetFixture {
  name: string
  rows: string
  state?: string
}

export function xlsxOf(
  sheets: SheetFixture[],
  { strings = '', styles = '', date1904 = false, parts = {} as Record<string, string> } = {},
): Promise<Uint8Array> {
  const files: Record<string, string> = { ...parts }
  for (const [index, { rows }] of sheets.entries())
    files[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  return zipOf({
    '_rels/.rels': relations({ r1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"${state ? ` state="${state}"` : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(
        sheets.map((_, index) => [`s${index}`, ['worksheet', `worksheets/sheet${index + 1}.xml`]]),
      ),
      a: ['sharedStrings', 'sharedStrings.xml'],
      b: ['styles', 'styles.xml'],
    }),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...files,
  })
}

export interface PdfText {
  text: string
  x: number
  /** From the top of a page of 612 × 792 points. */
  y: number
  size?: number
}

/** A PDF written by hand: Helvetica, nothing packed. A page may carry raw drawing commands and objects of its own. */
export function pdfOf(
  pages: PdfText[][],
  { picture, on }: { picture?: string /** The only page that shows it. */; on?: number } = {},
): Uint8Array {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', '']
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  if (picture !== undefined) objects.push(picture)
  const kids: string[] = []
  for (const [index, page] of pages.entries()) {
    const letters = page.map(({ text, x, y, size = 10 }) => {
      const escaped = text.replace(/[\\()]/g, '\\$&')
      return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${792 - y} Tm (${escaped}) Tj ET`
    })
    const drawing =
      picture === undefined || (on !== undefined && on !== index + 1)
        ? letters
        : [...letters, 'q 600 0 0 700 6 46 cm /Im Do Q']
    const stream = drawing.join('\n')
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
    const resources = `/Font << /F1 3 0 R >>${picture === undefined ? '' : ' /XObject << /Im 4 0 R >>'}`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length} 0 R /Resources << ${resources} >> >>`,
    )
    kids.push(`${objects.length} 0 R`)
  }
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`
  return assemblePdf(objects)
}

export interface DrawnGlyphs {
  /** From left to right, as a PDF draws them; each is what its font says it means. */
  glyphs: readonly string[]
  x: number
  y: number
}

const hex = (text: string): string =>
  [...text].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('')

/** No font is needed: what the letters mean is in the table that PDFs have for it. */
export function pdfOfGlyphs(lines: readonly DrawnGlyphs[]): Uint8Array {
  const glyphs = [...new Set(lines.flatMap((line) => line.glyphs))]
  const codeOf = (glyph: string) => (glyphs.indexOf(glyph) + 33).toString(16)
  const table = glyphs.map((glyph) => `<${codeOf(glyph)}> <${hex(glyph)}>`).join(' ')
  const cmap = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${glyphs.length} beginbfchar ${table} endbfchar endcmap`
  const content = lines
    .map((line) => {
      const codes = line.glyphs.map(codeOf).join('')
      return `BT /F1 12 Tf 1 0 0 1 ${line.x} ${792 - line.y} Tm <${codes}> Tj ET`
    })
    .join('\n')
  const streamOf = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [6 0 R] >>',
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R /FirstChar 33 /Widths [${glyphs.map(() => 600).join(' ')}] >>`,
    streamOf(cmap),
    streamOf(content),
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
  ])
}

export function assemblePdf(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(file, (character) => character.charCodeAt(0))
}

export const bytesOf = (text: string) => encoder.encode(text)

/** One page whose drawing unpacks to this many bytes: it keeps the process busy without a pause. */
export const pdfBomb = (bytes: number) => packedPdf(Buffer.alloc(bytes, 'q Q '), 1)

/** Less than a kilobyte: one string of this many bytes, packed three times. Parsing 400 MB of it makes V8 abort. */
export const nestedPdfBomb = (bytes: number) =>
  packedPdf(Buffer.concat([Buffer.from('('), Buffer.alloc(bytes, 'a'), Buffer.from(') Tj')]), 3)

function packedPdf(content: Buffer, times: number): Uint8Array {
  let packed = content
  for (let time = 0; time < times; time++) packed = deflateSync(packed, { level: 9 })
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter [${' /FlateDecode'.repeat(times)}] >>\nstream\n${packed.toString('latin1')}\nendstream`,
  ])
}
