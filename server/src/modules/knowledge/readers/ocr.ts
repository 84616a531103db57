import { copyFile, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@bellwether/wire'
import { inReadingOrder } from './pictures/ocr-columns.ts'
import { unsupported } from './unreadable-document.ts'

const OCR_LANGUAGES = ['eng', 'spa', 'cat', 'eus'] as const
export type OcrLanguage = (typeof OCR_LANGUAGES)[number]

export interface Ocr {
  /** The paragraphs recognized in an image, column by column; empty if the confidence (0 to 100) is too low. */
  read: (image: Uint8Array, minConfidence?: number) => Promise<string[]>
  stop: () => Promise<void>
}

/** OCR with the language data installed beside the server: nothing is downloaded. */
export async function startOcr(languages: readonly OcrLanguage[]): Promise<Ocr> {
  const { createWorker, OEM, PSM } = await import('tesseract.js')
  const codes: OcrLanguage[] = languages.length > 0 ? [...new Set(languages)] : ['eng']
  const worker = await withLanguageFolder(codes, (langPath) =>
    // For a broken image, `recognize` rejects; without this handler the thread would end as well.
    createWorker(codes, OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', errorHandler: () => undefined }),
  )
  async function recognize(image: Buffer, mode: (typeof PSM)[keyof typeof PSM]) {
    // Its progress messages are useless in a server log.
    await worker.setParameters({ tessedit_pageseg_mode: mode, debug_file: '/dev/null' })
    const { data } = await worker.recognize(image, {}, { text: true, blocks: true })
    return data
  }
  return {
    async read(image, minConfidence = 0) {
      try {
        const bytes = Buffer.from(image)
        // Finds columns whose lines are not aligned, but recognizes nothing in images with few words.
        const automatic = await recognize(bytes, PSM.AUTO)
        const data = automatic.text.trim() === '' ? await recognize(bytes, PSM.SINGLE_BLOCK) : automatic
        return data.confidence < minConfidence ? [] : toParagraphs(inReadingOrder(data))
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
