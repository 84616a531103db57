import { readOptionsOf, toSplitSettings } from '../plugins.ts'
import { DocumentReader } from '../reading/document-reader.ts'
import { parseOrEmpty, readSettings } from '../records.ts'
import type { IngestionDeps } from './ingestion.ts'
import type { Job } from './job.repository.ts'
import type { FetchRemote } from './remote-documents.ts'

export interface PrepareDeps {
  /** Where on disk an original is; fails when it is gone. */
  originalAt(path: string): Promise<string>
  fetchRemote: FetchRemote
  /** Files read at the same time. */
  atOnce: number
}

/** Recognising letters in pictures takes about a second a page, and more on a busy machine. */
const OCR_MS = 30 * 60_000

/** Reads, splits and indexes what was uploaded or is to be fetched, in threads of its own. */
export function createPrepare({ originalAt, fetchRemote, atOnce }: PrepareDeps) {
  const reader = new DocumentReader({ size: atOnce })

  const prepare: IngestionDeps['prepare'] = async (job, { signal, onProgress }) => {
    const params = parseOrEmpty(job.plugin_params)
    const settings = readSettings(job.base_settings)
    const options = readOptionsOf(params, settings)
    const limits = options.ocr ? { limits: { milliseconds: OCR_MS } } : {}
    const documents = job.stored_path
      ? [
          {
            source: await originalAt(job.stored_path),
            options: { ...options, ...limits, filename: job.name, contentType: job.content_type },
          },
        ]
      : (await fetchRemote(job, params, { signal, onProgress })).map(({ options: own, ...page }) => ({
          ...page,
          options: { ...options, ...limits, ...own },
        }))
    const order = { documents, name: nameOf(job), split: toSplitSettings(job.plugin_name, params, settings) }
    return reader.read(order, {
      signal,
      onProgress: ({ stage, current, total }) => onProgress({ stage, current, total }),
    })
  }

  return { prepare, close: () => reader.stop() }
}

/** Passages are found by the name of their file too, but not by what kind of file it is. */
const nameOf = ({ name }: Job): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')
