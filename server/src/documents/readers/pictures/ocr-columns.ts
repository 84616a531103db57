import { gapBetween } from '../join-lines.ts'
import { toRegions } from '../pdf/columns.ts'
import type { Fragment } from '../pdf/fragments.ts'
import { type Line, toLines } from '../pdf/lines.ts'

interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** The part of the result of text recognition that is used. */
export interface RecognizedPage {
  text: string
  blocks: { paragraphs: { lines: RecognizedLine[] }[] }[] | null
}

interface RecognizedLine {
  bbox: Box
  words: { text: string; bbox: Box }[]
}

/** Gap between words of a line. A wider one may separate two columns. In line heights. */
const WORD_GAP = 1.2
/** Gap between lines; a larger one ends the paragraph. In line heights. */
const PARAGRAPH_GAP = 1.6

/** The text of an image, column by column: OCR often joins lines that are side by side. Pure. */
export function inReadingOrder({ text, blocks }: RecognizedPage): string {
  const found = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  const lines = isSideways(found) ? turned(found) : found
  const size = median(lines.map(({ bbox }) => bbox.y1 - bbox.y0))
  const regions = toRegions(lines.flatMap((line) => toRuns(line.words, line.bbox.y1, size)))
  if (regions.length < 2) return text
  return regions.map((region) => withParagraphs(toLines(region))).join('\n\n')
}

const isSideways = (lines: readonly RecognizedLine[]): boolean =>
  median(lines.map(({ bbox }) => bbox.y1 - bbox.y0)) > median(lines.map(({ bbox }) => bbox.x1 - bbox.x0))

/** Lines that run down or up the page, as if they ran from left to right. */
function turned(lines: readonly RecognizedLine[]): RecognizedLine[] {
  const runDown = lines.filter(
    ({ bbox, words: [first] }) => first && first.bbox.y0 - bbox.y0 < bbox.y1 - first.bbox.y1,
  )
  const turn: (box: Box) => Box =
    runDown.length * 2 > lines.length
      ? ({ x0, y0, x1, y1 }) => ({ x0: y0, y0: -x1, x1: y1, y1: -x0 })
      : ({ x0, y0, x1, y1 }) => ({ x0: -y1, y0: x0, x1: -y0, y1: x1 })
  return lines.map(({ bbox, words }) => ({
    bbox: turn(bbox),
    words: words.map(({ text, bbox: box }) => ({ text, bbox: turn(box) })),
  }))
}

/** Joins adjacent words to fragments with their positions. */
function toRuns(words: readonly { text: string; bbox: Box }[], y: number, size: number): Fragment[] {
  const runs: Fragment[] = []
  for (const { text, bbox } of words) {
    const last = runs.at(-1)
    if (last && bbox.x0 - (last.x + last.width) <= WORD_GAP * size) {
      last.text += gapBetween(last.text, text) + text
      last.width = bbox.x1 - last.x
    } else runs.push({ text, x: bbox.x0, y, width: bbox.x1 - bbox.x0, size, rtl: false })
  }
  return runs
}

function withParagraphs(lines: readonly Line[]): string {
  const steps = lines.slice(1).map(({ y }, at) => y - (lines[at]?.y ?? y))
  const usual = median(steps)
  return lines
    .map(({ text }, at) => {
      const step = steps[at - 1]
      if (step === undefined) return text
      return (step > PARAGRAPH_GAP * usual ? '\n\n' : '\n') + text
    })
    .join('')
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
