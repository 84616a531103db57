import { say } from '@bellwether/wire'
import type { ImportRun } from '../import-run.ts'
import { skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import { importDocument, type Place, placeOf } from '../knowledge/documents.ts'
import type { KbFile } from '../knowledge/kb-source.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { LIBRARY } from './libraries.ts'
import type { ItemPlace } from './library-folder.ts'

const KIND = 'library item'
const SEPARATOR = ' / '

/** The items of libraries become documents. Folders become tags: knowledge bases have none. */
export async function importLibraryItems(run: ImportRun): Promise<void> {
  const places = new Map<number, Place | undefined>()
  const findPlace = async (baseId: number): Promise<Place | undefined> => {
    if (!places.has(baseId)) places.set(baseId, await placeOf(run, baseId))
    return places.get(baseId)
  }
  const total = run.lamb.count('library_items')
  if (total > 0 && !run.libraryFolder) run.report.notice(say('imports.libraries_without_files'))
  let done = 0
  for (const { rows } of run.lamb.pages('library_items', 50)) {
    const known = await itemRepository.findMany(run.db, run.sourceId, KIND, rows.map(idOf))
    const seen = new Set<string>()
    for (const row of rows) {
      run.signal?.throwIfAborted()
      const id = idOf(row)
      if (known.has(id)) run.report.count(KIND, 'unchanged')
      else if (seen.has(id)) skip(run, KIND, id, nameOf(row), say('imports.listed_twice'))
      else await importItem(run, row, findPlace)
      seen.add(id)
    }
    done += rows.length
    run.onProgress({ step: say('imports.step_documents'), done, total })
  }
}

const idOf = (row: LegacyRow): string => row.text('id').trim().slice(0, 100)

async function importItem(
  run: ImportRun,
  row: LegacyRow,
  findPlace: (baseId: number) => Promise<Place | undefined>,
): Promise<void> {
  const id = idOf(row)
  const file = toFile(run, row)
  const base = run.ids.find(LIBRARY, row.text('library_id').trim())
  if (base === undefined) return skip(run, KIND, id, file.name, say('imports.library_not_imported'))
  if (row.text('status') === 'deleted') return skip(run, KIND, id, file.name, say('imports.deleted_in_lamb'))
  if (!run.libraryFolder && file.url === undefined)
    return skip(run, KIND, id, file.name, say('imports.library_files_needed'))
  if (run.options.dryRun) {
    if (await file.isThere()) return run.report.count(KIND, 'imported')
    return skip(run, KIND, id, file.name, say('imports.file_missing'))
  }
  const place = await findPlace(Number(base))
  if (!place) return skip(run, KIND, id, file.name, say('imports.document_owner'))
  await importDocument(run, { kind: KIND, legacyId: id }, file, place)
}

export const placeOfItem = (row: LegacyRow): ItemPlace => ({
  organization: row.text('organization_id').trim(),
  library: row.text('library_id').trim(),
  item: idOf(row),
  filename: row.text('original_filename').trim(),
})

const nameOf = (row: LegacyRow): string =>
  row.text('original_filename').trim() || row.text('title').trim() || idOf(row)

function toFile({ libraryFolder }: ImportRun, row: LegacyRow): KbFile {
  const at = placeOfItem(row)
  const name = nameOf(row)
  const title = row.text('title').trim()
  const folders = libraryFolder?.foldersOf(at.item) ?? []
  const url = addressIn(row)
  const open = async () => libraryFolder?.open(at)
  return {
    id: at.item,
    name,
    title: ['', at.filename, url].includes(title) ? undefined : title,
    tag: folders.length > 0 ? folders.join(SEPARATOR) : undefined,
    contentType: row.text('content_type'),
    // LAMB's import plugins are those of its knowledge bases under other names.
    plugin: row
      .text('import_plugin')
      .trim()
      .replace(/_import$/, '_ingest'),
    // A page alone, unless LAMB followed its links.
    params: {
      ...(url === undefined ? {} : { max_discovery_depth: 0, limit: 1 }),
      ...row.json('import_params'),
    },
    url,
    open,
    isThere: async () => url !== undefined || (await libraryFolder?.has(at)) === true,
  }
}

/** Of a web page or video, which is read again if its text is missing. */
function addressIn(row: LegacyRow): string | undefined {
  const address = row.text('source_url').trim()
  return ['url', 'youtube'].includes(row.text('source_type')) && /^https?:\/\//.test(address)
    ? address
    : undefined
}
