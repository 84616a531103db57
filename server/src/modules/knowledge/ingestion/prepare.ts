import { openParams, type PasswordBox } from '../file-password.ts'
import type { Originals } from '../originals.ts'
import { readOptionsOf, toSplitSettings } from '../plugins.ts'
import { DocumentReader } from '../reading/document-reader.ts'
import type { ReadOptions } from '../reading/read-document.ts'
import { readSettings } from '../records.ts'
import type { IngestionDeps } from './ingestion.ts'
import type { Job } from './job.repository.ts'
import { type PrepareSite, type ReadOrder, type SiteDeps, toPrepareSite } from './prepare-site.ts'

export interface PrepareDeps extends Omit<SiteDeps, 'originals'> {
  originals: Pick<Originals, 'locate' | 'read' | 'receive'>
  box: PasswordBox
  /** Files read at the same time. */
  atOnce: number
}

/** Recognising letters in pictures takes about a second a page, and more on a busy machine. */
const OCR_MS = 30 * 60_000

/** Reads, splits and indexes what was uploaded or is to be fetched, in threads of its own. */
export function createPrepare({ box, atOnce, ...deps }: PrepareDeps) {
  const reader = new DocumentReader({ size: atOnce })
  const prepareSite: PrepareSite = toPrepareSite(deps)

  const prepare: IngestionDeps['prepare'] = async (job, { signal, onProgress }) => {
    const params = openParams(box, job.plugin_params)
    const settings = readSettings(job.base_settings)
    const asked = readOptionsOf(params, settings)
    const options: Omit<ReadOptions, 'filename'> = {
      ...asked,
      ...(asked.ocr ? { limits: { milliseconds: OCR_MS } } : {}),
    }
    const split = toSplitSettings(job.plugin_name, params, settings)
    const read: ReadOrder = (documents) =>
      reader.read(
        { documents, name: nameOf(job), split },
        { signal, onProgress: ({ stage, current, total }) => onProgress({ stage, current, total }) },
      )
    if (job.source_url !== null || job.stored_path === null)
      return prepareSite(job, { params, options, split, read, signal, onProgress })
    const source = await deps.originals.locate(job.stored_path)
    return {
      document: await read([
        { source, options: { ...options, filename: job.name, contentType: job.content_type } },
      ]),
    }
  }

  return { prepare, close: () => reader.stop() }
}

/** Passages are found by the name of their file too, but not by what kind of file it is. */
const nameOf = ({ name }: Job): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')
