import { say } from '@bellwether/wire'
import { refusedAddress } from '../unreachable-page.ts'

const ID = /^[\w-]{11}$/
const HOSTS = /^(?:(?:www|m|music)\.)?(?:youtube\.com|youtube-nocookie\.com)$/
const SHORT_HOSTS = /^(?:www\.)?youtu\.be$/
const ID_IN_PATH = /^\/(?:embed|shorts|live|v|e)\/([\w-]{11})(?:\/|$)/

/** The id of a video, from any form of YouTube's URLs. */
export function readVideoId(typed: string): string {
  const id = findVideoId(typed.trim())
  if (id !== undefined) return id
  throw refusedAddress(say('web_pages.video_url_invalid'))
}

/** Undefined if the URL contains none. */
export function findVideoId(typed: string): string | undefined {
  if (ID.test(typed)) return typed
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.username || url.password || url.port) return undefined
  if (SHORT_HOSTS.test(url.hostname)) return checked(url.pathname.split('/')[1])
  if (!HOSTS.test(url.hostname)) return undefined
  const inside = url.pathname === '/attribution_link' ? url.searchParams.get('u') : null
  if (inside !== null)
    return findVideoId(`https://www.youtube.com${inside.startsWith('/watch') ? inside : ''}`)
  return checked(url.searchParams.get('v')) ?? ID_IN_PATH.exec(url.pathname)?.[1]
}

const checked = (id: string | null | undefined): string | undefined => (id && ID.test(id) ? id : undefined)
