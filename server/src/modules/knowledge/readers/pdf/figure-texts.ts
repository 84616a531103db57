import type { PdfPage } from './open-pdf.ts'

const DEEPEST = 100

/** The alternative texts of a tagged PDF's figures, in reading order; empty if they can't be read. */
export async function figureTexts(page: PdfPage): Promise<string[]> {
  const words: string[] = []
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > DEEPEST) return
    const { role, alt, children }: { role?: unknown; alt?: unknown; children?: unknown } = node
    if (role === 'Figure' && typeof alt === 'string' && alt.trim() !== '') words.push(alt.trim())
    if (Array.isArray(children)) for (const child of children) visit(child, depth + 1)
  }
  // Damaged tags don't affect the text.
  visit(await page.getStructTree().catch(() => undefined), 0)
  return words
}
