import { say } from '@bellwether/wire'
import * as z from 'zod'
import {
  addFiles,
  addRemote,
  type KnowledgeFileRow,
  MANIFEST,
  receiveFiles,
  takeFirst,
} from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, isAppError } from '../../../platform/errors.ts'
import { ANSWERED, type Endpoint } from '../../../platform/http/endpoint.ts'
import { tryParseJson } from '../../../platform/json.ts'
import { sendZip } from '../../../platform/zip/send-zip.ts'
import { writeZip, type ZipFile } from '../../../platform/zip/write-zip.ts'
import { type LibraryDeps, ofLibrary, route } from './library-deps.ts'

const LIST_PAGE = 200
const MAX_PAGES = 200
const BY_AGE = { sortBy: 'created_at', descending: false } as const
const MAX_NAME = 100
/** Names that are tried when the library's own is taken. */
const MAX_COPIES = 100

/** What an exported library says about itself. Pages and videos have no files: they are fetched again. */
const manifestSchema = z.object({
  name: z.string().trim().min(1).max(MAX_NAME),
  description: z.string().max(10_000).catch(''),
  pages: z
    .array(
      z.object({ url: z.string().max(2000), plugin: z.enum(['url_ingest', 'youtube_transcript_ingest']) }),
    )
    .max(MAX_PAGES)
    .catch([]),
})
type Manifest = z.output<typeof manifestSchema>

export const createLibraryArchiveRoutes = (deps: LibraryDeps): Endpoint[] => [
  ofLibrary('GET', '/export', 'Export a library', {
    description: 'Downloads a zip with the original files and the URLs of web pages and videos.',
    async handle({ params: { id }, caller, exchange }) {
      const files = await filesOf(deps, caller, id)
      await sendZip(writeZip(files), exchange, { filename: 'library.zip', userId: caller.userId })
      return ANSWERED
    },
  }),
  route('POST', '/import', 'Import a library', {
    description:
      'Creates a library from an exported zip. Any zip of documents works; without a manifest, the library is named after the file. Files are processed in the background.',
    creates: true,
    form: z.looseObject({ file: z.file() }),
    async handle({ caller, exchange }) {
      const { bases } = deps.knowledge
      const draft = {
        name: `Import ${exchange.requestId}`.slice(0, MAX_NAME),
        description: '',
        is_shared: false,
      }
      const { id } = await bases.create(caller, draft)
      try {
        const form = await receiveFiles(deps.knowledge, caller, id, exchange, z.looseObject({}))
        const upload = await takeFirst(form.files)
        if (!upload.every(({ received }) => received.isZip)) throw badRequest(say('knowledge.zip_required'))
        const added = await addFiles(deps.knowledge, caller, id, upload, 'markitdown_ingest', {})
        const manifest = readManifest(added.manifest) ?? {
          name: nameOf(upload[0]?.name),
          description: '',
          pages: [],
        }
        const pages = await addPages(deps, caller, id, manifest)
        const name = await rename(deps, caller, id, manifest)
        return { library_id: String(id), library_name: name, item_count: added.files.length + pages }
      } catch (error) {
        await bases.remove(caller, id)
        throw error
      }
    },
  }),
]

/** The manifest first, then the originals. */
async function filesOf(
  { knowledge: { bases, documents } }: LibraryDeps,
  caller: UserCaller,
  base: number,
): Promise<AsyncGenerator<ZipFile>> {
  const { name, description } = await bases.getFor(caller, 'see', base)
  const originals: number[] = []
  const pages = new Map<string, Manifest['pages'][number]>()
  for (let offset = 0; ; offset += LIST_PAGE) {
    const { files } = await documents.list(caller, base, { ...BY_AGE, limit: LIST_PAGE, offset })
    for (const file of files) {
      const page = toPage(file)
      if (page) pages.set(page.url, page)
      else originals.push(file.id)
    }
    if (files.length < LIST_PAGE) break
  }
  const manifest: Manifest = { name, description, pages: [...pages.values()].slice(0, MAX_PAGES) }
  const stored = originals.length > 0 ? await documents.originalsOf(caller, base, originals) : []
  return (async function* () {
    yield {
      path: MANIFEST,
      mode: 0o644,
      modifiedAt: new Date(),
      read: async () => Buffer.from(JSON.stringify(manifest, undefined, 2)),
    }
    yield* stored
  })()
}

const toPage = ({ source_url, plugin_name }: KnowledgeFileRow): Manifest['pages'][number] | undefined =>
  source_url === null
    ? undefined
    : {
        url: source_url,
        plugin: plugin_name.startsWith('youtube') ? 'youtube_transcript_ingest' : 'url_ingest',
      }

const readManifest = (text: string | undefined): Manifest | undefined =>
  manifestSchema.safeParse(tryParseJson(text ?? '')).data

const nameOf = (file = ''): string =>
  file
    .replace(/^.*[/\\]/, '')
    .replace(/\.zip$/i, '')
    .trim()
    .slice(0, MAX_NAME) || 'Library'

/** Returns how many were added. Addresses that are not allowed here are left out. */
async function addPages(
  { knowledge }: LibraryDeps,
  caller: UserCaller,
  base: number,
  { pages }: Manifest,
): Promise<number> {
  let count = 0
  for (const { url, plugin } of pages) {
    const params = plugin === 'url_ingest' ? { url, max_discovery_depth: 0, limit: 1 } : { video_url: url }
    try {
      await addRemote(knowledge, caller, base, plugin, params)
      count++
    } catch (error) {
      if (!isAppError(error) || error.code !== 'bad_request') throw error
    }
  }
  return count
}

/** The name is only known once the archive has been read. */
async function rename(
  { knowledge: { bases } }: LibraryDeps,
  caller: UserCaller,
  base: number,
  { name, description }: Manifest,
): Promise<string> {
  for (let copy = 1; ; copy++) {
    const suffix = copy === 1 ? '' : ` (${copy})`
    const unique = `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`
    try {
      await bases.update(caller, base, { name: unique, description })
      return unique
    } catch (error) {
      if (!isAppError(error) || error.code !== 'conflict' || copy === MAX_COPIES) throw error
    }
  }
}
