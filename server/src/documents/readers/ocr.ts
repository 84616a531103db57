import { copyFile, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@bellwether/wire'
import { inReadingOrder } from './pictures/ocr-columns.ts'
import { unsupported } from './unreadable-document.ts'

const OCR_LANGUAGES = ['eng', 'spa', 'cat', 'eus'] as const
export type OcrLanguage = (typeof OCR_LANGUAGES)[number]

export interface Recognition {
  /** Column by column. */
  paragraphs: string[]
  /** In percent, if the text may be wrong: a photo yields a few meaningless letters, and a bad scan many. */
  doubtful?: number
}

export interface Ocr {
  read: (image: Uint8Array) => Promise<Recognition>
  stop: () => Promise<void>
}

/** In percent. Clean pages have about 95; tables and capital letters that stand on their head may have 75. */
const WELL_READ = 85
const DOUBTFUL = 70

/** OCR with the language data installed beside the server: nothing is downloaded. */
export async function startOcr(languages: readonly OcrLanguage[]): Promise<Ocr> {
  const { createWorker, OEM, PSM } = await import('tesseract.js')
  const codes: OcrLanguage[] = languages.length > 0 ? [...new Set(languages)] : ['eng']
  const worker = await withLanguageFolder(codes, (langPath) =>
    // For a broken image, `recognize` rejects; without this handler the thread would end as well.
    createWorker(codes, OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', errorHandler: () => undefined }),
  )
  async function recognizeIn(mode: (typeof PSM)[keyof typeof PSM], image: Buffer, rotateRadians: number) {
    // Its progress messages are useless in a server log.
    await worker.setParameters({ tessedit_pageseg_mode: mode, debug_file: '/dev/null' })
    const { data } = await worker.recognize(image, { rotateRadians }, { text: true, blocks: true })
    return data
  }
  async function recognize(image: Buffer, rotateRadians = 0) {
    // Finds columns whose lines are not aligned, but recognizes nothing in images with few words.
    const automatic = await recognizeIn(PSM.AUTO, image, rotateRadians)
    return automatic.text.trim() === '' ? recognizeIn(PSM.SINGLE_BLOCK, image, rotateRadians) : automatic
  }
  return {
    async read(image) {
      try {
        const bytes = Buffer.from(image)
        const asStored = await recognize(bytes)
        const isBlank = asStored.text.trim() === ''
        // Lines that run down or up the page are found, but letters on their head are taken for others.
        const turned =
          isBlank || asStored.confidence >= WELL_READ ? asStored : await recognize(bytes, Math.PI)
        const best = turned.confidence > asStored.confidence ? turned : asStored
        const paragraphs = toParagraphs(inReadingOrder(best))
        return isBlank || best.confidence >= DOUBTFUL
          ? { paragraphs }
          : { paragraphs, doubtful: Math.round(best.confidence) }
      } catch (error) {
        throw unreadablePicture(error)
      }
    },
    async stop() {
      await worker.terminate()
    },
  }
}

/** Tesseract expects all languages in one folder, but each is installed in its own. They are only needed at startup. */
async function withLanguageFolder<T>(
  codes: readonly OcrLanguage[],
  use: (folder: string) => Promise<T>,
): Promise<T> {
  await removeForgotten()
  const folder = await mkdtemp(join(tmpdir(), FOLDER))
  try {
    for (const code of codes) await copyFile(languageFile(code), join(folder, `${code}.traineddata.gz`))
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const FOLDER = 'bellwether-ocr-'
const FORGOTTEN_MS = 3_600_000

/** Left by threads that ended while OCR was starting. */
async function removeForgotten(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const folder of names.filter((name) => name.startsWith(FOLDER)).map((name) => join(tmpdir(), name))) {
    const stats = await lstat(folder).catch(() => undefined)
    if (stats?.isDirectory() && Date.now() - stats.mtimeMs > FORGOTTEN_MS)
      // Folders of other users on a shared machine are not removed.
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

const unreadablePicture = (cause: unknown) => {
  const error = unsupported(say('documents.image_unreadable'))
  error.cause = cause
  return error
}

function languageFile(code: OcrLanguage): string {
  return createRequire(import.meta.url).resolve(
    `@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`,
  )
}

const toParagraphs = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .replace(/(\p{L})-\n(?=\p{Ll})/gu, '$1')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
