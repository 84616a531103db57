import type { DescribePictures } from '../../../documents/readers/pictures/picture-finder.ts'
import type { ReadOptions } from '../../../documents/readers/read-document.ts'
import { isRecording } from '../../../documents/recordings/recording.ts'
import type { Log } from '../../../platform/log.ts'
import type { Language } from '../../../platform/text/language.ts'
import type { Originals } from '../originals/originals.ts'
import { describePictures } from '../pictures/describe-pictures.ts'
import { openDescribedBefore } from '../pictures/described-before.ts'
import type { PictureDescriber } from '../pictures/picture-describer.ts'
import { imageModelOf, readOptionsOf, toSplitSettings } from '../plugins/plugins.ts'
import { DocumentReader } from '../reading/document-reader.ts'
import type { ReadingProgress } from '../reading/reading-messages.ts'
import { transcribeRecording } from '../recordings/transcribe-recording.ts'
import type { Transcriber } from '../recordings/transcriber.ts'
import { openParams, type PasswordBox } from '../records/file-password.ts'
import { readSettings } from '../records/records.ts'
import type { IngestionDeps } from './ingestion.ts'
import { isSmall, type Job } from './job.repository.ts'
import { type PrepareSite, type ReadOrder, type SiteDeps, toPrepareSite } from './prepare-site.ts'

export interface PrepareDeps extends Omit<SiteDeps, 'originals'> {
  originals: Pick<
    Originals,
    | 'useFile'
    | 'useSource'
    | 'useTemporaryFolder'
    | 'open'
    | 'read'
    | 'receive'
    | 'readBeside'
    | 'writeBeside'
  >
  describer: PictureDescriber
  transcriber: Transcriber
  /** The originals of the files that this one replaces. */
  earlierOf(job: Job): Promise<string[]>
  /** The main language of a knowledge base. */
  languageOf(base: number): Promise<Language>
  box: PasswordBox
  log: Log
  /** Files read at the same time. */
  atOnce: number
}

type Hooks = Parameters<IngestionDeps['prepare']>[1]

/** OCR takes about a second per page, and longer on a busy machine. */
const OCR_MS = 30 * 60_000

/** Reads, splits and indexes uploaded and web documents in reading processes. */
export function createPrepare(prepareDeps: PrepareDeps) {
  const { box, atOnce, describer, transcriber, earlierOf, languageOf, ...deps } = prepareDeps
  const reader = new DocumentReader({ size: atOnce })
  // Many are claimed at once: they must not wait here for books while another instance is idle.
  const smallReader = new DocumentReader({ size: atOnce })
  const prepareSite: PrepareSite = toPrepareSite(deps)

  /** Has the images of a file described while its reading waits. */
  const toDescribe =
    (job: Job, path: string, model: string | undefined, { signal, onProgress }: Hooks): DescribePictures =>
    async (pictures) =>
      describePictures(pictures, {
        describer,
        before: await openDescribedBefore(deps.originals, path, await earlierOf(job)),
        organizationId: job.organization_id,
        userId: job.owner_id,
        chosenModel: model,
        signal,
        onProgress: (current, total) => onProgress({ stage: 'describe', current, total }),
      })

  const transcribe = (job: Job, path: string, { signal, onProgress }: Hooks) =>
    transcribeRecording(
      { originals: deps.originals, transcriber },
      {
        path,
        name: job.name,
        organizationId: job.organization_id,
        userId: job.owner_id,
        signal,
        onProgress: (current, total) => onProgress({ stage: 'transcribe', current, total }),
        onNotSaved: (error) => deps.log.warn({ err: error, file: job.id }, 'failed to save a transcript'),
      },
    )

  const prepare: IngestionDeps['prepare'] = async (job, { signal, onProgress }) => {
    const params = openParams(box, job.plugin_params)
    const settings = readSettings(job.base_settings)
    const readOptions = readOptionsOf(params, settings)
    const options: Omit<ReadOptions, 'filename'> = {
      ...readOptions,
      ...(readOptions.ocr ? { limits: { milliseconds: OCR_MS } } : {}),
    }
    const split = toSplitSettings(job.plugin_name, params, settings)
    const watch = {
      signal,
      onProgress: ({ stage, current, total }: ReadingProgress) => onProgress({ stage, current, total }),
    }
    const language = await languageOf(job.knowledge_base_id)
    const orderOf = (documents: Parameters<ReadOrder>[0]) => ({
      documents,
      name: nameOf(job),
      split,
      language,
    })
    const read: ReadOrder = (documents) => reader.read(orderOf(documents), watch)
    if (job.source_url !== null || job.stored_path === null)
      return prepareSite(job, { params, options, split, read, signal, onProgress })
    if (isRecording(job.name))
      return { document: await read([await transcribe(job, job.stored_path, { signal, onProgress })]) }
    const described = { ...options, filename: job.name, contentType: job.content_type }
    const describe = toDescribe(job, job.stored_path, imageModelOf(params), { signal, onProgress })
    const document = await deps.originals.useSource(job.stored_path, job.size, (source) =>
      (isSmall(job) ? smallReader : reader).read(orderOf([{ source, options: described }]), {
        ...watch,
        describe,
      }),
    )
    return { document }
  }

  return {
    prepare,
    async close(): Promise<void> {
      await reader.stop()
      await smallReader.stop()
    },
  }
}

/** Passages can also be found by the file name, but not by its extension. */
const nameOf = ({ name }: Job): string => name.replace(/\.[a-z0-9]{1,5}$/i, '')
