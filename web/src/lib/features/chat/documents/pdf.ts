import { readOriginal } from '../../knowledge/knowledge.ts'
import { piecesOfQuote } from './match-quote.ts'

/** Larger files are opened by the browser. */
export const MAX_PDF_BYTES = 30_000_000

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface DrawnPage {
  width: number
  height: number
  /** The position of the passage, in the page's own units. */
  boxes: Box[]
}

interface TextPiece {
  str: string
  transform: number[]
  width: number
  height: number
}
const isPiece = (item: object): item is TextPiece => 'str' in item

/** The PDF document; `close` frees its memory. */
export async function openPdf(base: string, file: string, signal: AbortSignal) {
  const [pdfjs, bytes] = await Promise.all([import('unpdf/pdfjs'), readOriginal(base, file, signal)])
  const task = pdfjs.getDocument({
    data: new Uint8Array(await bytes.arrayBuffer()),
    // Scripts in the file are never run.
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: true,
    verbosity: 0,
  })
  const pdf = await task.promise

  return {
    pages: pdf.numPages,
    /** Renders one page with the given width and returns the position of the passage. */
    async draw(canvas: HTMLCanvasElement, number: number, width: number, quote: string): Promise<DrawnPage> {
      const page = await pdf.getPage(number)
      const scale = width / page.getViewport({ scale: 1 }).width
      const viewport = page.getViewport({ scale })
      const sharpness = Math.min(window.devicePixelRatio || 1, 2)
      canvas.width = Math.floor(viewport.width * sharpness)
      canvas.height = Math.floor(viewport.height * sharpness)
      const transform = sharpness === 1 ? undefined : [sharpness, 0, 0, sharpness, 0, 0]
      await page.render({ canvas, viewport, ...(transform ? { transform } : {}) }).promise
      const { items } = await page.getTextContent()
      const pieces = (items as object[]).filter(isPiece)
      const cited = piecesOfQuote(
        pieces.map(({ str }) => str),
        quote,
      )
      const boxes = pieces.flatMap((piece, index) =>
        cited.has(index) && piece.str.trim() !== ''
          ? [toBox(piece, (x, y) => viewport.convertToViewportPoint(x, y))]
          : [],
      )
      return { width: viewport.width, height: viewport.height, boxes }
    },
    close: (): void => void task.destroy().catch(() => undefined),
  }
}

export type OpenPdf = Awaited<ReturnType<typeof openPdf>>

function toBox(piece: TextPiece, place: (x: number, y: number) => number[]): Box {
  const [, , , , x = 0, y = 0] = piece.transform
  const height = piece.height || Math.abs(piece.transform[3] ?? 10)
  const [left = 0, bottom = 0] = place(x, y - height * 0.25)
  const [right = 0, top = 0] = place(x + piece.width, y + height)
  return {
    left: Math.min(left, right),
    top: Math.min(top, bottom),
    width: Math.abs(right - left),
    height: Math.abs(bottom - top),
  }
}
