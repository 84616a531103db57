import { joinMessages, KNOWLEDGE_LIMITS, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { AppError, badRequest } from '../../../platform/errors.ts'
import type { Knowledge } from '../knowledge.ts'
import { RefusedFile } from '../originals/refused-file.ts'
import {
  findPlugin,
  INGESTION_PLUGINS,
  imageModelOf,
  type KnowledgePlugin,
  parsePluginParams,
  QUERY_PLUGINS,
  wantsDescriptions,
} from '../plugins/plugins.ts'
import { requireAccepted } from '../recordings/transcribe-recording.ts'
import type { KnowledgeFileRow } from '../records/file.repository.ts'
import { withTitle } from '../records/records.ts'
import { toFolderName, toPlainName } from './document-names.ts'
import type { SaveWith } from './document-queue.ts'
import type { UploadedFile } from './receive-files.ts'
import { isVideoAddress, toPage, toVideo } from './remote-address.ts'
import { inArchiveFolder } from './zip/archive-folder.ts'
import type { SkippedFile, Unpacked, UnpackedFile } from './zip/unpack-zip.ts'

export type Given = Readonly<Record<string, unknown>>
type Into = Pick<Knowledge, 'bases' | 'documents'>

const VIDEO_PLUGIN = 'youtube_transcript_ingest'
const MAX_LIST_BYTES = 100_000
const MAX_VIDEOS = 50
const ADDED_AT_ONCE = 200

interface AddOptions {
  isSync?: boolean
  mayBeNone?: boolean
  /** Replaces the document's own title. */
  title?: string | undefined
  /** With the last of the documents, so that it tells that all are here. */
  saveWith?: SaveWith | undefined
}

export interface Added {
  files: KnowledgeFileRow[]
  /** Those that already existed with the same content. */
  unchanged: KnowledgeFileRow[]
  /** Settings that the plugin does not have. */
  ignored: string[]
  /** Files, also of zip archives, that are not added, and why. */
  skipped: SkippedFile[]
  /** The manifest of an exported zip archive. */
  manifest?: string
}

export function requireIngestPlugin(name: string): KnowledgePlugin {
  return findPlugin(INGESTION_PLUGINS, name) ?? refuseName(INGESTION_PLUGINS, name)
}

export function requireQueryPlugin(name: string): KnowledgePlugin {
  return findPlugin(QUERY_PLUGINS, name) ?? refuseName(QUERY_PLUGINS, name)
}

function refuseName(plugins: readonly KnowledgePlugin[], name: string): never {
  const names = plugins.map((plugin) => plugin.name).join(', ')
  throw new AppError('not_found', say('knowledge.plugin_not_found', { plugin: name, plugins: names }))
}

export function readParams(plugin: KnowledgePlugin, params: Given, isChange = false) {
  const parsed = parsePluginParams(plugin.name, params, { isChange })
  if (!parsed.ok)
    throw badRequest(
      say('knowledge.plugin_params_invalid', { reason: joinMessages('parts.series', parsed.faults) }),
    )
  return parsed
}

/**
 * Each file of a zip archive becomes a separate document. Files that can't be added are skipped; if there are no
 * others, the upload is refused. Files that are not stored are removed, however this ends.
 */
export async function addFiles(
  { bases, documents }: Into,
  caller: UserCaller,
  base: number,
  files: readonly UploadedFile[],
  pluginName: string,
  rawParams: Given,
  { isSync = false, mayBeNone = false, title, saveWith }: AddOptions = {},
): Promise<Added> {
  if (pluginName === VIDEO_PLUGIN) return addVideoFiles({ bases, documents }, caller, base, files, rawParams)
  const added: Added = { files: [], unchanged: [], ignored: [], skipped: [] }
  const unpacked: UploadedFile[] = []
  try {
    const { organization_id } = await bases.getFor(caller, 'edit', base)
    const { name, params, ignored } = readFilePlugin(pluginName, rawParams)
    if (wantsDescriptions(params)) await documents.requireDescriber(organization_id, imageModelOf(params))
    added.ignored = ignored
    requireFiles(files, mayBeNone)
    const accepted: (UploadedFile & { inFolder?: boolean })[] = []
    const refusalOf = ({ name: filename, received: { size } }: UploadedFile) =>
      documents.findRefusal(organization_id, { name: filename, size })
    const unpackOrAccept = async (file: UploadedFile) => {
      const archive = await documents.unpack(caller, base, file)
      if (archive) return archive
      requireAccepted(await refusalOf(file))
      accepted.push(file)
      return undefined
    }
    let refused: RefusedFile | undefined
    for (const file of files) {
      const archive = await unpackOrAccept(file).catch((error: unknown) => {
        if (!(error instanceof RefusedFile)) throw error
        refused ??= error
        added.skipped.push({ name: file.name, reason: error.reason })
      })
      unpacked.push(...(archive?.files ?? []))
      for (const entry of archive ? namedFilesOf(archive, file.name, isSync) : []) {
        const refusal = await refusalOf(entry)
        if (refusal) added.skipped.push({ name: entry.name, reason: refusal.message })
        else accepted.push({ ...entry, inFolder: true })
      }
      added.skipped.push(...(archive?.skipped ?? []))
      if (archive?.manifest !== undefined) added.manifest = archive.manifest
    }
    if (refused && accepted.length === 0) throw refused
    const common = { pluginName: name, pluginParams: withTitle(params, title), isSync }
    const groups = toGroups(accepted)
    for (const [at, group] of groups.entries()) {
      const received = group.map((file) => ({ ...file, ...common }))
      const withLast = at === groups.length - 1 ? saveWith : undefined
      for (const { file, isUnchanged } of await documents.addReceived(caller, base, received, withLast)) {
        added.files.push(file)
        if (isUnchanged) added.unchanged.push(file)
      }
    }
    return added
  } finally {
    for (const { received } of [...files, ...unpacked]) await received.discard()
  }
}

/** An export keeps the names of its documents. */
function namedFilesOf({ files, manifest }: Unpacked, archive: string, isSync: boolean): UnpackedFile[] {
  if (manifest !== undefined) return files
  return inArchiveFolder(isSync ? toFolderName(archive) : toPlainName(archive), files)
}

/**
 * Groups to be added one after the other: several files with the same name, each of which replaces the one before, and
 * as many as fit into one statement.
 */
function toGroups<T extends { name: string }>(files: readonly T[]): T[][] {
  const groups: Map<string, T>[] = []
  for (const file of files) {
    const group = groups.find((candidate) => candidate.size < ADDED_AT_ONCE && !candidate.has(file.name))
    if (group) group.set(file.name, file)
    else groups.push(new Map([[file.name, file]]))
  }
  return groups.map((group) => [...group.values()])
}

/** LAMB's plugin for videos also takes files: subtitles, or a list of addresses, one per line. */
async function addVideoFiles(
  into: Into,
  caller: UserCaller,
  base: number,
  files: readonly UploadedFile[],
  params: Given,
): Promise<Added> {
  const added: Added = { files: [], unchanged: [], ignored: [], skipped: [] }
  const isSubtitles = ({ name }: UploadedFile) => /\.(?:srt|vtt)$/i.test(name.trim())
  const add = ({ files: more, unchanged, skipped }: Added) => {
    added.files.push(...more)
    added.unchanged.push(...unchanged)
    added.skipped.push(...skipped)
  }
  try {
    await into.bases.getFor(caller, 'edit', base)
    requireFiles(files, false)
    const urls: string[] = []
    for (const list of files.filter((file) => !isSubtitles(file)))
      urls.push(...(await readVideoUrls(into, caller, base, list)))
    const subtitles = files.filter(isSubtitles)
    if (subtitles.length > 0) add(await addFiles(into, caller, base, subtitles, 'markitdown_ingest', {}))
    for (const video_url of urls) {
      const { file, ignored } = await addRemote(into, caller, base, VIDEO_PLUGIN, { ...params, video_url })
      added.files.push(file)
      added.ignored = ignored
    }
    return added
  } finally {
    for (const { received } of files) await received.discard()
  }
}

async function readVideoUrls(
  { documents }: Into,
  caller: UserCaller,
  base: number,
  file: UploadedFile,
): Promise<string[]> {
  if (file.received.size > MAX_LIST_BYTES) throw badRequest(say('web_pages.video_url_invalid'))
  const lines = (await documents.readReceivedText(caller, base, file))
    .split(/\r?\n/)
    .map((line) => line.trim())
  const urls = lines.filter((line) => line !== '')
  if (urls.length === 0 || !urls.every(isVideoAddress)) throw badRequest(say('web_pages.video_url_invalid'))
  if (urls.length > MAX_VIDEOS)
    throw badRequest(say('knowledge.too_many_files_at_once', { limit: MAX_VIDEOS }))
  return urls
}

function readFilePlugin(pluginName: string, params: Given) {
  const plugin = requireIngestPlugin(pluginName)
  if (plugin.kind !== 'file-ingest')
    throw badRequest(say('knowledge.plugin_needs_url', { plugin: plugin.name }))
  return { name: plugin.name, ...readParams(plugin, params) }
}

function requireFiles(files: readonly UploadedFile[], mayBeNone: boolean): void {
  if (files.length === 0 && !mayBeNone) throw badRequest(say('knowledge.file_required'))
  if (files.length > KNOWLEDGE_LIMITS.filesAtOnce)
    throw badRequest(say('knowledge.too_many_files_at_once', { limit: KNOWLEDGE_LIMITS.filesAtOnce }))
}

export async function addRemote(
  { bases, documents }: Into,
  caller: UserCaller,
  base: number,
  pluginName: string,
  rawParams: Given,
  { title, saveWith }: Pick<AddOptions, 'title' | 'saveWith'> = {},
): Promise<{ file: KnowledgeFileRow; ignored: string[] }> {
  await bases.getFor(caller, 'edit', base)
  const plugin = requireIngestPlugin(pluginName)
  if (plugin.kind !== 'remote-ingest')
    throw badRequest(say('knowledge.plugin_needs_file', { plugin: plugin.name }))
  const { params, ignored } = readParams(plugin, withVideoUrl(plugin, rawParams))
  const isPage = plugin.name === 'url_ingest'
  const remote = isPage ? toPage(params) : toVideo(params)
  const document = {
    ...remote,
    pluginName: plugin.name,
    pluginParams: withTitle({ ...params, [isPage ? 'url' : 'video_url']: remote.url }, title),
  }
  const file = await documents.addRemote(caller, base, document, saveWith)
  return { file, ignored }
}

/** LAMB's command line says `youtube_url`, or just `url`. */
function withVideoUrl({ parameters }: KnowledgePlugin, params: Given): Given {
  if (!('video_url' in parameters) || params['video_url']) return params
  const { youtube_url, url, ...rest } = params
  return { ...rest, video_url: youtube_url ?? url }
}
