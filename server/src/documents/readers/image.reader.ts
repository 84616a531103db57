import { say } from '@bellwether/wire'
import type { Block, DocumentText } from './document-text.ts'
import type { Budget } from './limits.ts'
import { type OcrLanguage, type Recognition, startOcr } from './ocr.ts'
import { measurePicture } from './pictures/measure-picture.ts'
import { PictureFinder } from './pictures/picture-finder.ts'
import { needsOcr, UnreadableDocument } from './unreadable-document.ts'

export async function readImage(
  bytes: Uint8Array,
  budget: Budget,
  ocr: { languages: OcrLanguage[] } | undefined,
  pictures = new PictureFinder(),
): Promise<DocumentText> {
  const seen: Block[] = pictures.mode === 'llm' ? [{ text: pictures.note({ bytes }) }] : []
  if (!ocr && seen.length === 0) throw needsOcr()
  if (ocr) requirePixels(bytes, budget)
  const { paragraphs, doubtful } = ocr ? await recognize(bytes, budget, ocr.languages) : WITHOUT_OCR
  return {
    kind: 'image',
    blocks: [...seen, ...paragraphs.map((text) => ({ text }))],
    warnings:
      doubtful === undefined ? [] : [say('document_warnings.ocr_unsure_of_image', { confidence: doubtful })],
  }
}

/** A small file may decode to more than the available memory. */
function requirePixels(bytes: Uint8Array, { limits }: Budget): void {
  const size = measurePicture(bytes)
  if (!size || size.width * size.height <= limits.pixels) return
  const { width, height } = size
  throw new UnreadableDocument(
    'too_large',
    say('documents.image_too_large', { width, height, limit: limits.pixels }),
  )
}

const WITHOUT_OCR: Recognition = { paragraphs: [] }

async function recognize(bytes: Uint8Array, budget: Budget, languages: OcrLanguage[]): Promise<Recognition> {
  const ocr = await startOcr(languages)
  try {
    const recognition = await ocr.read(bytes)
    budget.spend(recognition.paragraphs.join('').length)
    return recognition
  } finally {
    await ocr.stop()
  }
}
