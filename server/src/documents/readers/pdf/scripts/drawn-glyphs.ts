import type { PdfPage } from '../open-pdf.ts'

/** What the glyphs of a page mean, in drawing order; spaces between them that are no glyphs are left out. */
export async function drawnGlyphs(page: Pick<PdfPage, 'getOperatorList'>): Promise<string[]> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.flatMap((operator, at) => (operator === OPS.showText ? glyphsOf(argsArray[at]) : []))
}

/** Those of one command. */
export function glyphsOf(args: unknown): string[] {
  const drawn: unknown[] = Array.isArray(args) && Array.isArray(args[0]) ? args[0] : []
  return drawn.flatMap((glyph) =>
    typeof glyph === 'object' && glyph !== null && 'unicode' in glyph && typeof glyph.unicode === 'string'
      ? [glyph.unicode]
      : [],
  )
}
