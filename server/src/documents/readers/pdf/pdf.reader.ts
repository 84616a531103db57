import { IMAGES_WITH_TEXT, type Message, say } from '@bellwether/wire'
import type { Block, DocumentText } from '../document-text.ts'
import type { Budget } from '../limits.ts'
import { leftOutNotes, Margins, together } from '../margins.ts'
import type { OcrLanguage } from '../ocr.ts'
import { PictureFinder } from '../pictures/picture-finder.ts'
import { recognizePages, WITHOUT_OCR } from '../pictures/recognize-pages.ts'
import { corrupt, needsOcr, UnreadableDocument } from '../unreadable-document.ts'
import { toRegions } from './columns.ts'
import { type Column, continueParagraphs } from './continue-paragraphs.ts'
import { formItems } from './form-fields.ts'
import { toFragments } from './fragments.ts'
import { bodySize, headingSizes, toBlock } from './headings.ts'
import { toLines } from './lines.ts'
import { openPdf, type Pdf, type PdfPage, withPage } from './open-pdf.ts'
import { pageImages, pagePictures } from './page-images.ts'
import { compoundsIn, toParagraphs } from './paragraphs.ts'
import { findPicturedText, hasPictures, picturesOfText } from './pictured-text.ts'
import { type PageLines, withoutRunningHeads } from './running-heads.ts'
import { HangulLines } from './scripts/hangul-lines.ts'
import { Ligatures } from './scripts/right-to-left.ts'
import { figureTexts, taggedText } from './structure.ts'

export interface PdfOptions {
  password?: string
  ocr?: { languages: OcrLanguage[] }
  /** Pictures on pages that have text are read, too. */
  ocrPictures?: boolean
  /** Whether repeated page headers and footers are part of the text. */
  keepRunningHeads?: boolean
}

export async function readPdf(
  bytes: Uint8Array,
  budget: Budget,
  options: PdfOptions,
  pictures = new PictureFinder(),
): Promise<DocumentText> {
  const pdf = await openPdf(bytes, options.password, budget.limits.pixels)
  try {
    return await readPages(pdf, budget, { ...options, hasPictures: hasPictures(bytes) }, pictures)
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error
    throw corrupt(error)
  } finally {
    await pdf.destroy()
  }
}

async function readPages(
  pdf: Pdf,
  budget: Budget,
  { ocr, ocrPictures = false, keepRunningHeads = false, hasPictures }: PdfOptions & { hasPictures: boolean },
  finder: PictureFinder,
): Promise<DocumentText> {
  budget.checkPages(pdf.numPages, 'pages')
  const pages: PageLines[] = []
  const heights: number[] = []
  const sideways = new Map<number, string[]>()
  const ligatures = new Ligatures()
  const hangul = new HangulLines()
  for (let number = 1; number <= pdf.numPages; number += 1) {
    budget.report(number - 1, pdf.numPages, 'pages')
    const { regions, turned } = await withPage(pdf, number, (page) => {
      heights.push(heightOf(page))
      return readPage(page, budget, ligatures, hangul)
    })
    pages.push(regions)
    sideways.set(number, turned)
  }
  const silent = pages.flatMap((page, index) => (isLegible(page) ? [] : [index + 1]))
  if (silent.length === pages.length && !ocr) throw needsOcr()
  const { pixels } = budget.limits
  const { recognized, doubtful, pictures } = ocr
    ? await recognizePages(pdf, budget, { ...ocr, numbers: silent }, (page) => pageImages(page, pixels))
    : WITHOUT_OCR
  if (silent.length === pages.length && recognized.size === 0) throw nothingRecognized(pictures)
  const pictured = hasPictures ? await findPicturedText(pdf, pages, silent, budget) : new Map()
  const shown =
    ocr && ocrPictures
      ? await recognizePages(
          pdf,
          budget,
          { ...ocr, numbers: [...pictured.keys()], onlyCertain: true },
          (page, number) => picturesOfText(page, pixels, pictured.get(number) ?? new Set()),
        )
      : WITHOUT_OCR
  const margins = new Margins(keepRunningHeads)
  for (const [page, texts] of sideways)
    sideways.set(
      page,
      texts.filter((text) => margins.keeps(text)),
    )
  const noted = joined(sideways, joined(shown.recognized, await notePictures(pdf, budget, finder)))
  const missing = silent.filter((page) => !recognized.has(page))
  const clean = keepRunningHeads
    ? { pages, leftOut: [], pageNumbers: 0 }
    : withoutRunningHeads(pages, heights)
  const warnings = [
    ...(missing.length > 0 ? [withoutText(missing, ocr !== undefined)] : []),
    ...doubtfulPages(Array.from(doubtful, ([page, confidence]) => `${page} (${confidence} %)`)),
    ...(ocr && ocrPictures ? [] : picturesNote([...pictured.keys()])),
    ...leftOutNotes(together(clean, margins)),
  ]
  return {
    kind: 'pdf',
    title: await titleOf(pdf),
    blocks: toBlocks(pages, clean.pages, recognized, new Set(silent), noted),
    warnings,
  }
}

const heightOf = ({ view: [, bottom = 0, , top = 0] }: PdfPage): number => top - bottom

interface ReadPage {
  regions: PageLines
  /** The lines in other directions. */
  turned: string[]
}

async function readPage(
  page: PdfPage,
  budget: Budget,
  ligatures: Ligatures,
  hangul: HangulLines,
): Promise<ReadPage> {
  const ordered = await hangul.marked(page, await ligatures.inOrder(page, await taggedText(page)))
  const all = [...ordered, ...(await formItems(page))]
  const { upright, turned } = toFragments(all, page.view)
  const regions = toRegions(upright).map(toLines)
  const others = turned.flatMap(toLines).map(({ text }) => text)
  for (const { text } of regions.flat()) budget.spend(text.length)
  for (const text of others) budget.spend(text.length)
  return { regions, turned: others }
}

const MAX_LISTED = 10

const toList = (items: readonly (string | number)[]): string =>
  items.slice(0, MAX_LISTED).join(', ') + (items.length > MAX_LISTED ? ', …' : '')

const picturesNote = (pages: readonly number[]): Message[] =>
  pages.length === 0 ? [] : [say(IMAGES_WITH_TEXT, { pages: toList(pages) })]

/** Fonts without a Unicode mapping give meaningless characters; such a page is treated as an image. */
function isLegible(page: PageLines): boolean {
  const text = page
    .flat()
    .map((line) => line.text)
    .join('')
  const meaningless = text.match(/[\p{Co}\p{Cn}\uFFFD]/gu)?.length ?? 0
  return text.trim().length > 0 && meaningless * 3 < text.length
}

function toBlocks(
  pages: readonly PageLines[],
  clean: readonly PageLines[],
  recognized: ReadonlyMap<number, string[]>,
  silent: ReadonlySet<number>,
  noted: ReadonlyMap<number, string[]>,
): Block[] {
  const compounds = compoundsIn(pages.flat(2))
  const sizes = headingSizes(clean)
  const columns = clean.flatMap((page, index): Column[] => {
    const number = index + 1
    const onPage = (size: number) => (text: string) => ({
      block: { text, page: number },
      size,
      isFull: false,
    })
    // Like a footnote, an image does not interrupt a paragraph.
    const pictures = (noted.get(number) ?? []).map(onPage(Number.MIN_VALUE))
    if (silent.has(number)) return [[...(recognized.get(number) ?? []).map(onPage(0)), ...pictures]]
    const regions = page.map((region) =>
      toParagraphs(region, compounds).map((paragraph) => ({
        block: toBlock(paragraph, sizes, number),
        size: paragraph.size,
        isFull: paragraph.isFull,
      })),
    )
    return [...regions.slice(0, -1), [...(regions.at(-1) ?? []), ...pictures]]
  })
  return continueParagraphs(columns, bodySize(clean), compounds)
}

/** The texts for the images of each page, placed after its text: their position on the page is not determined. */
async function notePictures(pdf: Pdf, budget: Budget, finder: PictureFinder): Promise<Map<number, string[]>> {
  const noted = new Map<number, string[]>()
  if (finder.mode === 'none') return noted
  for (let number = 1; number <= pdf.numPages; number += 1) {
    budget.report(number - 1, pdf.numPages, 'pages')
    const wantsBytes = finder.mode === 'llm' && !finder.isFull
    const [words, pictures] = await withPage(pdf, number, async (page) => [
      await figureTexts(page),
      wantsBytes ? await pagePictures(page, budget.limits.pixels) : [],
    ])
    // Only if the counts match is it clear which text belongs to which image.
    const isPaired = words.length === pictures.length
    const texts = isPaired
      ? pictures.map((bytes, at) => finder.note({ bytes, words: words[at] }))
      : [
          ...words.map((alternative) => finder.note({ words: alternative })),
          ...pictures.map((bytes) => finder.note({ bytes })),
        ]
    noted.set(
      number,
      texts.filter((text) => text !== ''),
    )
  }
  return noted
}

/** The recognized text of each page's images, then their descriptions. */
function joined(
  first: ReadonlyMap<number, string[]>,
  second: ReadonlyMap<number, string[]>,
): Map<number, string[]> {
  const all = new Map(first)
  for (const [page, texts] of second) all.set(page, [...(all.get(page) ?? []), ...texts])
  return all
}

/** OCR found nothing. Another language only helps if there are images. */
const nothingRecognized = (pictures: number) =>
  pictures > 0
    ? new UnreadableDocument('needs_ocr', say('documents.nothing_recognized'))
    : new UnreadableDocument('empty', say('documents.blank_pdf'))

const withoutText = (pages: readonly number[], withOcr: boolean): Message =>
  say(withOcr ? 'document_warnings.pages_without_text_after_ocr' : 'document_warnings.pages_without_text', {
    pages: toList(pages),
  })

const doubtfulPages = (pages: readonly string[]): Message[] =>
  pages.length === 0 ? [] : [say('document_warnings.ocr_doubtful', { pages: toList(pages) })]

async function titleOf(pdf: Pdf): Promise<string | undefined> {
  try {
    const { info } = await pdf.getMetadata()
    const title =
      'Title' in info && typeof info.Title === 'string' ? info.Title.replace(/\s+/g, ' ').trim() : ''
    // Programs often write a file name there.
    return title === '' || /\.\w{2,5}$|^untitled|^\(?anonymous|^microsoft word/i.test(title)
      ? undefined
      : title
  } catch {
    // Damaged metadata doesn't affect the pages.
    return undefined
  }
}
