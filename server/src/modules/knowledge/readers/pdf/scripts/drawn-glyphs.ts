import type { PdfPage } from '../open-pdf.ts'

/** What the glyphs of a page mean, in drawing order; spaces between them that are no glyphs are left out. */
export async function drawnGlyphs(page: Pick<PdfPage, 'getOperatorList'>): Promise<string[]> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const glyphs: string[] = []
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index]
    if (operator !== OPS.showText || !Array.isArray(args) || !Array.isArray(args[0])) continue
    for (const glyph of args[0]) {
      if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) continue
      if (typeof glyph.unicode === 'string') glyphs.push(glyph.unicode)
    }
  }
  return glyphs
}
