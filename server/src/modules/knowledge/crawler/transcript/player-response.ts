import * as z from 'zod'

/** The little that is needed of what YouTube tells its player. */
const playerSchema = z.object({
  videoDetails: z.object({ title: z.string().optional() }).optional(),
  playabilityStatus: z.object({ status: z.string().optional() }).optional(),
  captions: z
    .object({
      playerCaptionsTracklistRenderer: z
        .object({
          captionTracks: z
            .array(z.object({ baseUrl: z.string(), languageCode: z.string(), kind: z.string().optional() }))
            .optional(),
        })
        .optional(),
    })
    .optional(),
})

export interface CaptionTrack {
  baseUrl: string
  language: string
  /** Made by a machine that listened. */
  generated: boolean
}

export interface PlayerResponse {
  title: string | undefined
  /** `OK`, or why the video can't be played (`LOGIN_REQUIRED`, `ERROR`, …). */
  status: string
  tracks: CaptionTrack[]
}

export function readPlayerResponse(json: string): PlayerResponse | undefined {
  const parsed = playerSchema.safeParse(parseJson(json))
  if (!parsed.success) return undefined
  const { videoDetails, playabilityStatus, captions } = parsed.data
  const tracks = captions?.playerCaptionsTracklistRenderer?.captionTracks ?? []
  return {
    title: videoDetails?.title,
    status: playabilityStatus?.status ?? 'OK',
    tracks: tracks.map(({ baseUrl, languageCode, kind }) => ({
      baseUrl,
      language: languageCode,
      generated: kind === 'asr',
    })),
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Not what it was taken for; the schema refuses it.
    return undefined
  }
}

/** Pure. The player's data and the key of its interface, as they stand in a watch page. */
export function readWatchPage(html: string): { player: PlayerResponse | undefined; key: string | undefined } {
  const named = /ytInitialPlayerResponse\s{0,10}=\s{0,10}(?=\{)/.exec(html)
  const json = named ? objectAt(html, named.index + named[0].length) : undefined
  return {
    player: json === undefined ? undefined : readPlayerResponse(json),
    key: /"INNERTUBE_API_KEY"\s{0,5}:\s{0,5}"([\w-]{10,100})"/.exec(html)?.[1],
  }
}

/** The text of the object that begins here: up to its own closing brace, braces in strings not counted. */
function objectAt(text: string, start: number): string | undefined {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return text.slice(start, at + 1)
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
