import { createHash } from 'node:crypto'
import { threadTime } from '../../../platform/threads/cpu-time.ts'
import type { Budget } from '../limits.ts'
import type { Pdf, PdfPage } from './open-pdf.ts'
import { isLarge, type Picture, picturesOf, toPixels, toPortableAnymap } from './page-images.ts'
import type { PageLines } from './running-heads.ts'

/** Images have to be decoded, which may take longer than reading the text of a book. */
const LOOK_MS = 20_000
/** An image on this many pages is a logo or a background. */
const MAX_PAGES = 2
/** Above this share, the page's text overlaps the image: a scan with a text layer, or a background. */
const MAX_LETTERS_ON_IT = 20
/** Share of pixels with the most common brightness. Text has a uniform background; photos have none. */
const MIN_BACKGROUND = 0.4
const LEVELS = 16

/** Whether the file has any images. They are never in compressed object streams. */
export function hasPictures(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = file.indexOf(IMAGE); at !== -1; at = file.indexOf(IMAGE, at + IMAGE.length)) {
    const next = String.fromCharCode(file[at + IMAGE.length] ?? 0)
    // `/ImageB` and similar names only declare what a page may draw.
    if (!/\w/.test(next)) return true
  }
  return false
}

const IMAGE = '/Image'

/** The images of each page that may contain text. */
export type PicturedText = ReadonlyMap<number, ReadonlySet<string>>

/** Pages with text and with images that may contain more of it, as far as time allows. */
export async function findPicturedText(
  pdf: Pdf,
  pages: readonly PageLines[],
  silent: readonly number[],
  budget: Budget,
): Promise<PicturedText> {
  const start = threadTime()
  const skipped = new Set(silent)
  const keysByPage = new Map<number, Set<string>>()
  const counts = new Map<string, number>()
  for (const [index, lines] of pages.entries()) {
    const number = index + 1
    if (skipped.has(number)) continue
    // Optional: it must not make a document with text exceed its time limit.
    if (threadTime() - start > LOOK_MS || budget.isHalfSpent()) break
    const page = await pdf.getPage(number)
    try {
      const keys = new Set((await withText(page, budget.limits.pixels, lines)).map(keyOf))
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      keysByPage.set(number, keys)
    } catch {
      // A page whose images can't be decoded still has its text.
    } finally {
      page.cleanup()
    }
  }
  const isOwn = (key: string) => (counts.get(key) ?? 0) <= MAX_PAGES
  const ownKeys = Array.from(keysByPage, ([page, keys]) => [page, new Set([...keys].filter(isOwn))] as const)
  return new Map(ownKeys.filter(([, keys]) => keys.size > 0))
}

/** These images of a page, for OCR. */
export async function picturesOfText(
  page: PdfPage,
  maxPixels: number,
  keys: ReadonlySet<string>,
): Promise<Uint8Array[]> {
  const pictures = (await picturesOf(page, maxPixels)).filter(isLarge)
  return pictures.filter((picture) => keys.has(keyOf(picture))).map(toPortableAnymap)
}

const keyOf = ({ width, height, data }: Picture): string =>
  `${width} ${height} ${createHash('sha1').update(data).digest('hex')}`

async function withText(page: PdfPage, maxPixels: number, lines: PageLines): Promise<Picture[]> {
  const pictures = await picturesOf(page, maxPixels)
  return pictures.filter(
    (picture) =>
      isLarge(picture) && lettersOn(picture, page, lines) <= MAX_LETTERS_ON_IT && looksWritten(picture),
  )
}

function lettersOn({ box }: Picture, { view, rotate }: PdfPage, lines: PageLines): number {
  // Lines of a rotated page are measured along the text, which may differ from the orientation of the image.
  if (rotate % 360 !== 0) return 0
  const [left = 0, , , top = 0] = view
  return lines
    .flat()
    .filter((line) => {
      const [x, y] = [left + (line.x + line.end) / 2, top - line.y]
      return x >= box.left && x <= box.right && y >= box.bottom && y <= box.top
    })
    .reduce((sum, { text }) => sum + text.length, 0)
}

/** A sample of a few thousand pixels is enough. */
const SAMPLES = 20_000

function looksWritten(picture: Picture): boolean {
  const { rgb } = toPixels(picture)
  const step = Math.max(1, Math.floor(rgb.length / 3 / SAMPLES)) * 3
  const counts = new Array<number>(LEVELS).fill(0)
  let dots = 0
  for (let at = 0; at + 2 < rgb.length; at += step) {
    const brightness = ((rgb[at] ?? 0) + (rgb[at + 1] ?? 0) + (rgb[at + 2] ?? 0)) / 3
    const level = Math.min(LEVELS - 1, Math.floor((brightness * LEVELS) / 256))
    counts[level] = (counts[level] ?? 0) + 1
    dots += 1
  }
  const most = Math.max(...counts)
  return most >= MIN_BACKGROUND * dots && most < dots
}
