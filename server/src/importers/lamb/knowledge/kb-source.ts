import type { StorageContent } from '../../../platform/storage/storage.ts'
import type { LegacyRow } from '../source/legacy-row.ts'

/** A document of a knowledge base of LAMB. */
export interface KbFile {
  id: string
  name: string
  /** The title that people see, if it differs from the name. */
  title?: string | undefined
  /** The folder it is in. */
  tag?: string | undefined
  contentType: string
  plugin: string
  params: Readonly<Record<string, unknown>>
  /** The address of a web page or video, which is read again. */
  url: string | undefined
  /** Undefined if its files are gone. */
  open(): Promise<KbContent | undefined>
  /** For a dry run: whether it could be imported, as far as that is known without reading it. */
  isThere(): Promise<boolean>
}

export interface KbContent {
  content: StorageContent
  /** The text of it, because the original is missing. */
  isRebuilt: boolean
}

export interface KbBase {
  id: string
  name: string
  description: string
  /** The id of a user of LAMB. */
  owner: number | undefined
  isShared: boolean
}

/** Where the documents of LAMB's knowledge bases are: a folder, or a running server. */
export interface KbSource {
  /** All knowledge bases: older versions of LAMB have no list of their own. */
  bases(): AsyncIterable<KbBase>
  /** By the id in LAMB's registry. */
  filesOf(kbId: string): AsyncIterable<KbFile>
  close(): Promise<void>
}

export const toKbBase = (row: LegacyRow): KbBase => ({
  id: row.text('id'),
  name: row.text('name').trim(),
  description: row.text('description'),
  owner: row.integer('owner'),
  isShared: /public/i.test(row.text('visibility')),
})

/** The last part of a path or address, after `static/`. Undefined if it leads out of that folder. */
export function insideStatic(path: string): string | undefined {
  const at = path.lastIndexOf('static/')
  if (at < 0) return undefined
  const steps = path
    .slice(at + 'static/'.length)
    .split(/[?#]/, 1)[0]
    ?.split('/')
  const isOdd = (step: string) =>
    step === '' || step === '..' || step === '.' || step.includes('\\') || step.includes('\0')
  if (!steps || steps.some(isOdd)) return undefined
  return steps.join('/')
}
