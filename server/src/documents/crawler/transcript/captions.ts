import * as z from 'zod'
import { decodeEntities } from '../html-tags.ts'

/** A line of captions; times in seconds. */
export interface Caption {
  start: number
  duration: number
  text: string
}

const json3Schema = z.object({
  events: z
    .array(
      z.object({
        tStartMs: z.number().optional(),
        dDurationMs: z.number().optional(),
        segs: z.array(z.object({ utf8: z.string().optional() })).optional(),
      }),
    )
    .optional(),
})

/** Parses captions in either format of YouTube: JSON (`json3`) or XML. Empty if there are none. Pure. */
export function readCaptions(body: string): Caption[] {
  const captions = body.trimStart().startsWith('{') ? readJson(body) : readXml(body)
  return captions.filter(({ text, start }) => text !== '' && Number.isFinite(start))
}

function readJson(body: string): Caption[] {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    // Truncated, or another format.
    return []
  }
  const parsed = json3Schema.safeParse(json)
  return (parsed.data?.events ?? []).map(({ tStartMs = 0, dDurationMs = 0, segs = [] }) => ({
    start: tStartMs / 1000,
    duration: dDurationMs / 1000,
    text: oneLine(segs.map(({ utf8 = '' }) => utf8).join('')),
  }))
}

/** `<text start="1.5" dur="2">` in seconds, or `<p t="1500" d="2000">` in milliseconds. */
function readXml(body: string): Caption[] {
  const inMilliseconds = !body.includes('</text>')
  const unit = inMilliseconds ? 1000 : 1
  return body
    .split(inMilliseconds ? '</p>' : '</text>')
    .slice(0, -1)
    .map((piece) => {
      const opening = piece.lastIndexOf(inMilliseconds ? '<p ' : '<text ')
      const close = piece.indexOf('>', opening)
      const tag = piece.slice(opening, close)
      return {
        start: numberIn(tag, inMilliseconds ? 't' : 'start') / unit,
        duration: numberIn(tag, inMilliseconds ? 'd' : 'dur') / unit,
        // The text is escaped twice: as XML and as HTML.
        text: opening < 0 ? '' : oneLine(decodeEntities(decodeEntities(withoutTags(piece.slice(close + 1))))),
      }
    })
}

const withoutTags = (text: string): string => text.replace(/<[^<>]*>/g, '')

const numberIn = (tag: string, name: string): number =>
  Number(new RegExp(`\\s${name}="([\\d.]+)"`).exec(tag)?.[1] ?? 0)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Joins lines to pieces of about this many seconds. Pure. */
export function joinCaptions(captions: readonly Caption[], chunkSeconds: number): Caption[] {
  const joined: Caption[] = []
  for (const caption of captions) {
    const last = joined.at(-1)
    if (last && caption.start - last.start < chunkSeconds) {
      last.text += ` ${caption.text}`
      last.duration = Math.max(last.duration, caption.start + caption.duration - last.start)
    } else joined.push({ ...caption })
  }
  return joined
}
