import { createHash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { findVideoId } from '../../../documents/crawler/transcript/video-address.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { PluginParams } from '../plugins/plugins.ts'

/** The name and the URL of a web document. */
export interface RemoteAddress {
  name: string
  url: string
}

export function toPage({ url }: PluginParams): RemoteAddress {
  const address = toAddress(url)
  return {
    name: `url:${slug(`${address.host}${address.pathname}`)}-${mark(address.href)}.txt`,
    url: address.href,
  }
}

export function toVideo({ video_url }: PluginParams): RemoteAddress {
  const address = toAddress(video_url)
  const id = findVideoId(address.href)
  if (id === undefined) throw badRequest(say('web_pages.video_url_invalid'))
  return { name: `yt:${id}.txt`, url: `https://www.youtube.com/watch?v=${id}` }
}

export const isVideoAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text.trim()) && findVideoId(text.trim()) !== undefined

function toAddress(url: unknown): URL {
  const text = String(url).trim()
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (!address || !/^https?:$/.test(address.protocol)) throw badRequest(say('web_pages.url_scheme'))
  if (address.username !== '' || address.password !== '')
    throw badRequest(say('organizations.url_has_credentials'))
  return address
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)

/** A file replaces one with the same name, so two URLs must not share a name. */
const mark = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)
