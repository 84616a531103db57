import { copyFile, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@bellwether/wire'
import { unsupported } from './unreadable-document.ts'

export const OCR_LANGUAGES = ['eng', 'spa', 'cat', 'eus'] as const
export type OcrLanguage = (typeof OCR_LANGUAGES)[number]

export interface Ocr {
  /** The paragraphs recognised in a picture. */
  read: (image: Uint8Array) => Promise<string[]>
  stop: () => Promise<void>
}

/** Text recognition with the language data that is installed beside the server: nothing is downloaded. */
export async function startOcr(languages: readonly OcrLanguage[]): Promise<Ocr> {
  const { createWorker, OEM } = await import('tesseract.js')
  const codes: OcrLanguage[] = languages.length > 0 ? [...new Set(languages)] : ['eng']
  const worker = await withLanguageFolder(codes, (langPath) =>
    // Should a picture be broken, `recognize` is refused; without a handler of its own the thread would end as well.
    createWorker(codes, OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', errorHandler: () => undefined }),
  )
  return {
    async read(image) {
      const { data } = await worker.recognize(Buffer.from(image)).catch((error: unknown) => {
        throw unreadablePicture(error)
      })
      return toParagraphs(data.text)
    },
    async stop() {
      await worker.terminate()
    },
  }
}

/** Tesseract wants all languages in one folder, while they are installed in one each; it needs them only to start. */
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

/** Of threads that were ended while the recognition started. */
async function removeForgotten(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const folder of names.filter((name) => name.startsWith(FOLDER)).map((name) => join(tmpdir(), name))) {
    const stats = await lstat(folder).catch(() => undefined)
    if (stats?.isDirectory() && Date.now() - stats.mtimeMs > FORGOTTEN_MS)
      // Another user's, on a machine that is shared, is not ours to remove.
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
