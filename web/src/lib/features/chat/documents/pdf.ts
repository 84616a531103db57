import { readOriginal } from '../../knowledge/knowledge.ts'

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

/** Long enough to be almost unique on a page. */
const WINDOW = 28
const STEP = 7

/** Only letters and digits count: line breaks, hyphens and Markdown differ between a page and the extracted text. */
const LETTER = /[\p{L}\p{N}]/u
const bare = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()].filter((sign) => LETTER.test(sign)).join('')

/** The indexes of the page's text items that belong to the passage, which may continue on the next page. Pure. */
export function piecesOfQuote(pieces: readonly string[], quote: string): Set<number> {
  const quoteLetters = bare(quote)
  const owners: number[] = []
  let page = ''
  for (const [index, piece] of pieces.entries()) {
    const text = bare(piece)
    page += text
    for (let at = 0; at < text.length; at++) owners.push(index)
  }
  const positions = new Set<number>()
  const mark = (at: number, length: number) => {
    for (const owner of owners.slice(at, at + length)) positions.add(owner)
  }
  if (quoteLetters.length < 3) return positions
  const whole = page.indexOf(quoteLetters)
  if (whole >= 0) mark(whole, quoteLetters.length)
  else {
    const size = Math.min(WINDOW, quoteLetters.length)
    const last = quoteLetters.length - size
    let reached = 0
    for (let from = 0; from <= last; from = from === last ? last + 1 : Math.min(from + STEP, last)) {
      // Searches forward only: a page may contain the same text twice.
      const at = page.indexOf(quoteLetters.slice(from, from + size), reached)
      if (at < 0) continue
      mark(at, size)
      reached = at
    }
  }
  return positions
}
