import type { DocumentText } from './document-text.ts'
import type { Budget } from './limits.ts'
import { type OcrLanguage, startOcr } from './ocr.ts'
import { needsOcr } from './unreadable-document.ts'

export async function readImage(
  bytes: Uint8Array,
  budget: Budget,
  ocr: { languages: OcrLanguage[] } | undefined,
): Promise<DocumentText> {
  if (!ocr) throw needsOcr('picture')
  const recognition = await startOcr(ocr.languages)
  try {
    const texts = await recognition.read(bytes)
    budget.spend(texts.join('').length)
    return { kind: 'image', blocks: texts.map((text) => ({ text })) }
  } finally {
    await recognition.stop()
  }
}
