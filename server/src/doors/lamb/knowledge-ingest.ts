import { createHash } from 'node:crypto'
import { KNOWLEDGE_LIMITS } from '@bellwether/wire'
import type { Knowledge, KnowledgeFileRow } from '../../modules/knowledge/index.ts'
import {
  findPlugin,
  INGESTION_PLUGINS,
  type KnowledgePlugin,
  type PluginParams,
  parsePluginParams,
  QUERY_PLUGINS,
} from '../../modules/knowledge/plugins.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { AppError, badRequest } from '../../platform/errors.ts'

export type Given = Readonly<Record<string, unknown>>

export interface Added {
  files: KnowledgeFileRow[]
  /** Settings that the plugin does not have. */
  ignored: string[]
}

/** A form of files, with room for its other fields. */
export const UPLOAD_BYTES = KNOWLEDGE_LIMITS.fileBytes + 1024 * 1024

export function requireIngestPlugin(name: string): KnowledgePlugin {
  return findPlugin(INGESTION_PLUGINS, name) ?? refuseName(INGESTION_PLUGINS, name)
}

export function requireQueryPlugin(name: string): KnowledgePlugin {
  return findPlugin(QUERY_PLUGINS, name) ?? refuseName(QUERY_PLUGINS, name)
}

function refuseName(plugins: readonly KnowledgePlugin[], name: string): never {
  const names = plugins.map((plugin) => plugin.name).join(', ')
  throw new AppError('not_found', `Plugin “${name}” not found; there are ${names}`)
}

export function readParams(plugin: KnowledgePlugin, given: Given, isChange = false) {
  const parsed = parsePluginParams(plugin.name, given, { isChange })
  if (!parsed.ok) throw badRequest(parsed.faults.join('; '))
  return parsed
}

/** Every one is looked at before the first is kept. */
export async function addFiles(
  { bases, documents }: Pick<Knowledge, 'bases' | 'documents'>,
  caller: UserCaller,
  base: number,
  files: readonly File[],
  pluginName: string,
  given: Given,
): Promise<Added> {
  await bases.getFor(caller, 'edit', base)
  const plugin = requireIngestPlugin(pluginName)
  if (plugin.kind !== 'file-ingest')
    throw badRequest(`“${plugin.name}” takes an address instead of a file; choose a plugin that reads files`)
  const { params, ignored } = readParams(plugin, given)
  requireFiles(files)
  const added: KnowledgeFileRow[] = []
  for (const file of files)
    added.push(
      await documents.add(caller, base, {
        name: file.name,
        contentType: toContentType(file),
        bytes: Buffer.from(await file.arrayBuffer()),
        pluginName: plugin.name,
        pluginParams: params,
      }),
    )
  return { files: added, ignored }
}

function requireFiles(files: readonly File[]): void {
  if (files.length === 0) throw badRequest('There is no file in the form; send it in the field “files”')
  if (files.length > KNOWLEDGE_LIMITS.filesAtOnce)
    throw badRequest(`Send at most ${KNOWLEDGE_LIMITS.filesAtOnce} files at a time`)
  for (const { name, size } of files) if (size === 0) throw badRequest(`The file “${name}” is empty`)
}

export async function addRemote(
  { bases, documents }: Pick<Knowledge, 'bases' | 'documents'>,
  caller: UserCaller,
  base: number,
  pluginName: string,
  given: Given,
): Promise<{ file: KnowledgeFileRow; ignored: string[] }> {
  await bases.getFor(caller, 'edit', base)
  const plugin = requireIngestPlugin(pluginName)
  if (plugin.kind !== 'remote-ingest')
    throw badRequest(`“${plugin.name}” reads an uploaded file; upload one, or choose url_ingest`)
  const { params, ignored } = readParams(plugin, withVideoUrl(plugin, given))
  const isPage = plugin.name === 'url_ingest'
  const remote = isPage ? toPage(params) : toVideo(params)
  const file = await documents.addRemote(caller, base, {
    ...remote,
    pluginName: plugin.name,
    pluginParams: { ...params, [isPage ? 'url' : 'video_url']: remote.url },
  })
  return { file, ignored }
}

/** LAMB's command line says `youtube_url`, or just `url`. */
function withVideoUrl({ parameters }: KnowledgePlugin, given: Given): Given {
  if (!('video_url' in parameters) || given['video_url']) return given
  const { youtube_url, url, ...rest } = given
  return { ...rest, video_url: youtube_url ?? url }
}

function toPage({ url }: PluginParams): { name: string; url: string } {
  const address = toAddress(url)
  return {
    name: `url:${slug(`${address.host}${address.pathname}`)}-${mark(address.href)}.txt`,
    url: address.href,
  }
}

function toVideo({ video_url }: PluginParams): { name: string; url: string } {
  const address = toAddress(video_url)
  const id = videoIdOf(address)
  if (id === undefined)
    throw badRequest('video_url is not the address of a YouTube video; it looks like https://youtu.be/…')
  return { name: `yt:${id}.txt`, url: `https://www.youtube.com/watch?v=${id}` }
}

function toAddress(given: unknown): URL {
  const text = String(given).trim()
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (!address || !/^https?:$/.test(address.protocol))
    throw badRequest('The address must begin with https:// or http://')
  if (address.username !== '' || address.password !== '')
    throw badRequest('The address must not hold a user name or a password')
  return address
}

function videoIdOf({ hostname, pathname, searchParams }: URL): string | undefined {
  const host = hostname.replace(/^(www|m|music)\./, '')
  const isTube = host === 'youtube.com' || host === 'youtube-nocookie.com'
  const inPath = isTube ? /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1] : undefined
  const id = host === 'youtu.be' ? pathname.slice(1) : isTube ? (searchParams.get('v') ?? inPath) : undefined
  return id !== undefined && /^[\w-]{6,20}$/.test(id) ? id : undefined
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)

/** A file takes the place of its namesake: two addresses must not have one name. */
const mark = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const BY_EXTENSION: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

/** It becomes a header of ours one day: only what looks like a type is kept. */
function toContentType({ name, type }: File): string {
  const isType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:;\s*charset=[\w-]{1,40})?$/.test(type)
  if (isType && type !== 'application/octet-stream') return type
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  return BY_EXTENSION[extension] ?? 'application/octet-stream'
}
