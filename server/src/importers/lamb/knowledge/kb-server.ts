import { SettingsError } from '../../../platform/config.ts'
import { tryParseJson } from '../../../platform/json.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound.ts'
import { parseLegacyJson, toLegacyRow } from '../source/legacy-row.ts'
import { insideStatic, type KbContent, type KbFile, type KbSource, toKbBase } from './kb-source.ts'

const MAX_LIST = 50 * 1024 * 1024
const MAX_FILE = 200 * 1024 * 1024
const PAGE = 100
const TIME_LIMIT_MS = 120_000

/** A knowledge-base server of LAMB that runs. The operator gives its address, so it may be private. */
export async function openKbServer(
  client: OutboundClient,
  address: string,
  token: string | undefined,
): Promise<KbSource> {
  const base = address.replace(/\/+$/, '')
  if (!URL.canParse(base) || !/^https?:/.test(base))
    throw new SettingsError('The address of the knowledge-base server must start with http:// or https://.')

  async function get(path: string, limit: number): Promise<Buffer | undefined> {
    const answer = await client.fetchWhole(
      {
        method: 'GET',
        url: `${base}${path}`,
        headers: { accept: '*/*', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      },
      limit,
    )
    if (answer.status === 401 || answer.status === 403)
      throw new SettingsError('The knowledge-base server refused the token (--kb-token).')
    return answer.status === 200 ? answer.body : undefined
  }

  /** The original if the server hands it out, otherwise its text. */
  async function openFile(id: string, url: string): Promise<KbContent | undefined> {
    const inside = insideStatic(url)
    const path = inside
      ?.split('/')
      .map((step) => encodeURIComponent(decode(step)))
      .join('/')
    const original = path === undefined ? undefined : await get(`/static/${path}`, MAX_FILE)
    if (original) return { content: original, isRebuilt: false }
    const body = await get(`/files/${encodeURIComponent(id)}/content`, MAX_FILE)
    const content = body && tryParseJson(body)
    const text = typeof content === 'object' && content !== null ? Reflect.get(content, 'content') : undefined
    return typeof text === 'string' ? { content: Buffer.from(text), isRebuilt: true } : undefined
  }

  return {
    async *bases() {
      for (let skip = 0; ; skip += PAGE) {
        const body = await get(`/collections?skip=${skip}&limit=${PAGE}`, MAX_LIST)
        const page = body && tryParseJson(body)
        const items: unknown =
          typeof page === 'object' && page !== null ? Reflect.get(page, 'items') : undefined
        const list = Array.isArray(items) ? items : []
        for (const item of list)
          if (typeof item === 'object' && item !== null) yield toKbBase(toLegacyRow(item))
        if (list.length < PAGE) return
      }
    },
    async *filesOf(kbId) {
      const body = await get(`/collections/${encodeURIComponent(kbId)}/files`, MAX_LIST)
      const list = body && tryParseJson(body)
      for (const item of Array.isArray(list) ? list : []) {
        if (typeof item !== 'object' || item === null) continue
        const row = toLegacyRow(item)
        if (/deleted/i.test(row.text('status'))) continue
        const [id, url] = [row.text('id'), row.text('file_url')]
        const file: KbFile = {
          id,
          name: row.text('original_filename').trim(),
          contentType: row.text('content_type'),
          plugin: row.text('plugin_name'),
          params: paramsIn(Reflect.get(item, 'plugin_params')),
          url: undefined,
          open: () => openFile(id, url),
          isThere: async () => true,
        }
        yield file
      }
    },
    close: async () => undefined,
  }
}

/** An object, or the text of one. */
function paramsIn(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return parseLegacyJson(value) ?? {}
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
