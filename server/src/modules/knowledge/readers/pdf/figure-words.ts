import type { PdfPage } from './open-pdf.ts'

const DEEPEST = 100

/** What the author of a tagged PDF says of the figures of a page, in reading order; nothing where that can't be read. */
export async function figureWords(page: PdfPage): Promise<string[]> {
  const words: string[] = []
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > DEEPEST) return
    const { role, alt, children }: { role?: unknown; alt?: unknown; children?: unknown } = node
    if (role === 'Figure' && typeof alt === 'string' && alt.trim() !== '') words.push(alt.trim())
    if (Array.isArray(children)) for (const child of children) visit(child, depth + 1)
  }
  // Damaged tags do not make the letters unreadable.
  visit(await page.getStructTree().catch(() => undefined), 0)
  return words
}
