import type { Budget } from '../limits.ts'
import { type OcrLanguage, startOcr } from '../ocr.ts'
import { type Pdf, type PdfPage, withPage } from '../pdf/open-pdf.ts'

interface RecognizedPages {
  /** The recognized texts by page. */
  recognized: ReadonlyMap<number, string[]>
  /** The lowest confidence of pages among them whose text may be wrong, in percent. */
  doubtful: ReadonlyMap<number, number>
  /** The number of images that were processed. */
  pictures: number
}

export const WITHOUT_OCR: RecognizedPages = { recognized: new Map(), doubtful: new Map(), pictures: 0 }

interface Order {
  numbers: readonly number[]
  languages: OcrLanguage[]
  /** Doubtful texts are dropped. */
  onlyCertain?: boolean
}

/** The text in images of these pages. */
export async function recognizePages(
  pdf: Pdf,
  budget: Budget,
  { numbers, languages, onlyCertain = false }: Order,
  imagesOf: (page: PdfPage, number: number) => Promise<Uint8Array[]>,
): Promise<RecognizedPages> {
  if (numbers.length === 0) return WITHOUT_OCR
  const recognized = new Map<number, string[]>()
  const doubts = new Map<number, number>()
  let pictures = 0
  const ocr = await startOcr(languages)
  try {
    for (const [index, number] of numbers.entries()) {
      budget.report(index, numbers.length, 'pages')
      const images = await withPage(pdf, number, (page) => imagesOf(page, number))
      const texts: string[] = []
      pictures += images.length
      for (const image of images) {
        const { paragraphs, doubtful } = await ocr.read(image)
        if (doubtful !== undefined && onlyCertain) continue
        texts.push(...paragraphs)
        if (doubtful !== undefined) doubts.set(number, Math.min(doubtful, doubts.get(number) ?? 100))
      }
      budget.spend(texts.join('').length)
      if (texts.length > 0) recognized.set(number, texts)
    }
    return { recognized, doubtful: doubts, pictures }
  } finally {
    await ocr.stop()
  }
}
