import { type Message, say } from '@bellwether/wire'
import { detectKind, extensionOf } from './detect-kind.ts'
import { DocumentArchive } from './document-archive.ts'
import type { DocumentText } from './document-text.ts'
import { Budget, DEFAULT_LIMITS, type ReadLimits, type ReadProgress, timeLimitFor } from './limits.ts'
import { Margins } from './margins.ts'
import type { OcrLanguage } from './ocr.ts'
import { type DescribePictures, PictureFinder, type PictureMode } from './pictures/picture-finder.ts'
import { emptyDocument, isUnreadable, UnreadableDocument, unsupported } from './unreadable-document.ts'

export interface ReadOptions {
  filename: string
  contentType?: string
  password?: string
  ocr?: { languages: OcrLanguage[] }
  /** PDF only: with OCR, images on pages that have text are read, too. */
  ocrPictures?: boolean
  /** Whether all page headers, footers and page numbers are part of the text. */
  keepRunningHeads?: boolean
  /** How images are described; defaults to `none`. */
  pictures?: PictureMode
  limits?: Partial<ReadLimits>
}

export interface ReadHooks {
  onProgress?: ((progress: ReadProgress) => void) | undefined
  /** Describes images with a model, if requested. */
  describe?: DescribePictures | undefined
}

/**
 * The text of a file in reading order. Throws `UnreadableDocument` with the reason; never returns an empty text.
 * Blocks its process, so the server calls it through `DocumentReader`. Parsers are loaded on demand.
 */
export async function readDocument(
  bytes: Uint8Array,
  options: ReadOptions,
  { onProgress, describe }: ReadHooks = {},
): Promise<DocumentText> {
  const milliseconds = timeLimitFor(bytes.length, options)
  const budget = new Budget({ ...DEFAULT_LIMITS, ...options.limits, milliseconds }, onProgress)
  requireSize(bytes.length, budget.limits.bytes)
  try {
    const pictures = new PictureFinder(options.pictures)
    const { warnings: first = [], ...document } = await readKind(bytes, options, budget, pictures)
    const { blocks, warnings } = await pictures.settle(document.blocks, describe)
    if (!blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) throw nothingIn(document, warnings)
    const all = [...first, ...warnings]
    return storable({ ...document, blocks, ...(all.length > 0 ? { warnings: all } : {}) })
  } catch (error) {
    if (isUnreadable(error)) throw error
    throw new UnreadableDocument('corrupt', say('documents.unknown_kind'), error)
  }
}

/** An image without a description may contain text, and the model may be available later. */
const nothingIn = ({ kind }: DocumentText, warnings: readonly Message[]): UnreadableDocument =>
  kind === 'image' && warnings[0] !== undefined
    ? new UnreadableDocument('needs_ocr', say('documents.image_not_described', { reason: warnings[0] }))
    : emptyDocument()

/**
 * NUL characters and lone surrogates, which escapes in a file can produce, break databases and offsets. Soft hyphens
 * are not seen, but would divide words.
 */
function storable({ blocks, title, ...document }: DocumentText): DocumentText {
  const clean = (text: string) => text.replace(/[\0\u00ad]/g, '').replace(/\p{Surrogate}/gu, '\uFFFD')
  return {
    ...document,
    ...(title === undefined ? {} : { title: clean(title) }),
    blocks: blocks.map((block) => ({
      ...block,
      text: clean(block.text),
      ...(block.sheet === undefined ? {} : { sheet: clean(block.sheet) }),
    })),
  }
}

export function requireSize(size: number, most: number): void {
  if (size === 0) throw new UnreadableDocument('empty', say('documents.empty_file'))
  if (size <= most) return
  const megabytes = Math.floor(most / 1024 / 1024)
  throw new UnreadableDocument('too_large', say('documents.too_large', { limit: megabytes }))
}

async function readKind(
  bytes: Uint8Array,
  options: ReadOptions,
  budget: Budget,
  pictures: PictureFinder,
): Promise<DocumentText> {
  const kind = detectKind(bytes, options.filename, options.contentType)
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(options.contentType ?? '')?.[1]
  switch (kind) {
    case 'pdf':
      return (await import('./pdf/pdf.reader.ts')).readPdf(bytes, budget, options, pictures)
    case 'zip':
      return readZip(bytes, options, budget, pictures)
    case 'compound':
      return readCompound(bytes, options, budget, pictures)
    case 'image':
      return (await import('./image.reader.ts')).readImage(bytes, budget, options.ocr, pictures)
    case 'html':
      return (await import('./html/html.reader.ts')).readHtml(bytes, budget, { charset, pictures })
    case 'markdown':
      return (await import('./markdown/markdown.reader.ts')).readMarkdown(bytes, budget, charset)
    case 'csv':
      return (await import('./csv.reader.ts')).readCsv(bytes, budget, charset)
    case 'json':
      return (await import('./json.reader.ts')).readJson(bytes, budget, charset)
    case 'subtitles':
      return (await import('./formats/subtitles.reader.ts')).readSubtitles(bytes, budget, charset)
    case 'notebook':
      return (await import('./formats/notebook.reader.ts')).readNotebook(bytes, budget, charset)
    case 'latex':
      return (await import('./formats/latex.reader.ts')).readLatex(bytes, budget, charset)
    case 'mail':
      return (await import('./formats/mail.reader.ts')).readMail(bytes, budget, pictures, (file) =>
        readAttachment(file, options, budget, pictures),
      )
    case 'rtf':
      return (await import('./formats/rtf.reader.ts')).readRtf(bytes, budget, marginsOf(options))
    case 'text':
      return (await import('./plain-text.reader.ts')).readPlainText(bytes, budget, charset)
  }
}

/** Mails in mails, which are forwarded ones, are read to this depth. */
const MAX_FORWARDED = 3

/** Archives inside a mail, and images without OCR, are only listed by name. */
async function readAttachment(
  { bytes, filename, contentType }: { bytes: Uint8Array; filename: string; contentType: string },
  { ocr }: ReadOptions,
  budget: Budget,
  pictures: PictureFinder,
  depth = 0,
): Promise<DocumentText | undefined> {
  const kind = detectKind(bytes, filename, contentType)
  if (kind === 'image' && !ocr) return undefined
  const options = { filename, contentType, ...(ocr ? { ocr } : {}) }
  if (kind !== 'mail') return readKind(bytes, options, budget, pictures)
  if (depth >= MAX_FORWARDED) return undefined
  const { readMail } = await import('./formats/mail.reader.ts')
  return readMail(bytes, budget, pictures, (file) =>
    readAttachment(file, options, budget, pictures, depth + 1),
  )
}

const marginsOf = ({ keepRunningHeads }: ReadOptions): Margins => new Margins(keepRunningHeads)

/** Office files are identified by their contents. */
async function readZip(
  bytes: Uint8Array,
  options: ReadOptions,
  budget: Budget,
  pictures: PictureFinder,
): Promise<DocumentText> {
  const margins = marginsOf(options)
  const names = DocumentArchive.open(bytes, budget).names()
  const has = (folder: string) => names.some((name) => name.startsWith(folder))
  if (has('word/'))
    return (await import('./office/docx/docx.reader.ts')).readDocx(bytes, budget, margins, pictures)
  if (has('ppt/'))
    return (await import('./office/pptx/pptx.reader.ts')).readPptx(bytes, budget, margins, pictures)
  if (names.includes('xl/workbook.bin')) throw unsupported(say('documents.unsupported_binary_excel'))
  if (has('xl/')) return (await import('./office/xlsx/xlsx.reader.ts')).readXlsx(bytes, budget, margins)
  if (names.includes('META-INF/container.xml'))
    return (await import('./formats/epub.reader.ts')).readEpub(bytes, budget, pictures)
  if (names.includes('mimetype') && (names.includes('content.xml') || names.includes('encrypted-package')))
    return (await import('./formats/opendocument.reader.ts')).readOpenDocument(bytes, budget, margins)
  throw unsupported(say('documents.unsupported_archive'))
}

/** The format of Office before 2007; today it is the container of password-protected files. */
async function readCompound(
  bytes: Uint8Array,
  options: ReadOptions,
  budget: Budget,
  pictures: PictureFinder,
): Promise<DocumentText> {
  const { password, filename } = options
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!file.includes(Buffer.from('EncryptedPackage', 'utf16le')))
    throw unsupported(
      say(
        extensionOf(filename) === 'msg'
          ? 'documents.unsupported_outlook'
          : 'documents.unsupported_old_office',
      ),
    )
  const { openEncryptedOffice } = await import('./office/encrypted-office.ts')
  return readZip(await openEncryptedOffice(file, password, budget), options, budget, pictures)
}
