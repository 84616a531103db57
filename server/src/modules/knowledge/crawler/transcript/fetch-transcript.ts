import { say } from '@bellwether/wire'
import { invalid } from '../../../../platform/errors.ts'
import { fetchFollowing } from '../../../../platform/outbound/fetch-following.ts'
import type { OutboundClient, OutboundRequest } from '../../../../platform/outbound/outbound.ts'
import { receive } from '../receive.ts'
import { toUnreachable, UnreachablePage, unexpectedStatus } from '../unreachable-page.ts'
import { type Caption, joinCaptions, readCaptions } from './captions.ts'
import {
  type CaptionTrack,
  type PlayerResponse,
  readPlayerResponse,
  readWatchPage,
} from './player-response.ts'
import { readVideoId } from './video-address.ts'

export interface TranscriptDeps {
  guarded: Pick<OutboundClient, 'start'>
  userAgent: string
  youtube?: string | undefined
}

export interface TranscriptOptions {
  /** In order of preference, as in `['ca', 'es', 'en']`. */
  languages: string[]
  /** About how much is said in one piece. */
  chunkSeconds?: number
  signal: AbortSignal
}

export interface TranscriptPiece {
  /** Seconds. */
  start: number
  duration: number
  text: string
  /** Opens the video at this moment. */
  sourceUrl: string
}

export interface Transcript {
  videoId: string
  title: string
  language: string
  /** Made by a machine that listened. */
  generated: boolean
  pieces: TranscriptPiece[]
}

const MAX_BYTES = 8 * 1024 * 1024
const CALL_MS = 30_000
/** The web player's captions often need a token that only a browser can make; the phone's do not. */
const PHONE = { clientName: 'ANDROID', clientVersion: '20.10.38' }

export async function fetchTranscript(
  deps: TranscriptDeps,
  videoUrl: string,
  { languages, chunkSeconds = 60, signal }: TranscriptOptions,
): Promise<Transcript> {
  if (!(chunkSeconds >= 5 && chunkSeconds <= 3600)) throw invalid(say('web_pages.transcript_chunk_duration'))
  const videoId = readVideoId(videoUrl)
  const call = createCaller(deps, signal)
  const page = readWatchPage(await call(`/watch?v=${videoId}&hl=en`))
  const phone = async (): Promise<PlayerResponse | undefined> =>
    page.key === undefined ? undefined : askAsPhone(call, page.key, videoId)
  for (const ask of [async () => page.player, phone]) {
    const player = await ask()
    const track = player && chooseTrack(player.tracks, languages)
    if (!player || !track || needsToken(track)) continue
    const captions = readCaptions(await call(withFormat(track.baseUrl)))
    if (captions.length > 0)
      return toTranscript(
        videoId,
        page.player?.title ?? player.title,
        track,
        joinCaptions(captions, chunkSeconds),
      )
  }
  throw noTranscript(page.player, languages)
}

type Caller = (path: string, body?: string) => Promise<string>

/** Calls YouTube only, wherever its responses point. */
function createCaller(deps: TranscriptDeps, signal: AbortSignal): Caller {
  const base = new URL(deps.youtube ?? 'https://www.youtube.com')
  const limits = { maxBytes: MAX_BYTES, totalMs: CALL_MS, whenLarger: 'refuse' as const }
  const fetchWhole = async (request: OutboundRequest) => {
    const { host, protocol } = new URL(request.url)
    if (host !== base.host || protocol !== base.protocol) throw blocked()
    return receive(deps.guarded, request, limits)
  }
  return async (path, body) => {
    const headers = {
      'user-agent': deps.userAgent,
      'accept-language': 'en',
      // Says that cookies were not agreed to; else European visitors get a question instead of the page.
      cookie: 'SOCS=CAI',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const request: OutboundRequest = {
      method: body === undefined ? 'GET' : 'POST',
      url: new URL(path, base).href,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
    }
    try {
      const answer = await fetchFollowing({ fetchWhole }, request, { maxRedirects: 3, maxBytes: MAX_BYTES })
      if (answer.status === 429) throw blocked()
      if (answer.status < 200 || answer.status > 299) throw unexpectedStatus(base.host, answer.status)
      return answer.body.toString('utf8')
    } catch (error) {
      throw toUnreachable(error)
    }
  }
}

async function askAsPhone(call: Caller, key: string, videoId: string): Promise<PlayerResponse | undefined> {
  const body = JSON.stringify({ context: { client: PHONE }, videoId })
  return readPlayerResponse(
    await call(`/youtubei/v1/player?key=${encodeURIComponent(key)}&prettyPrint=false`, body),
  )
}

/** Words that a person typed come before those of a machine; `pt-BR` will do for `pt`, and the other way round. */
function chooseTrack(
  tracks: readonly CaptionTrack[],
  languages: readonly string[],
): CaptionTrack | undefined {
  const byHandFirst = [...tracks].sort((a, b) => Number(a.generated) - Number(b.generated))
  for (const language of languages) {
    const exact = byHandFirst.find((track) => sameText(track.language, language))
    const near = byHandFirst.find((track) => sameText(primaryOf(track.language), primaryOf(language)))
    if (exact ?? near) return exact ?? near
  }
  return undefined
}

const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
const primaryOf = (language: string): string => language.split(/[-_]/, 1)[0] ?? language

const needsToken = ({ baseUrl }: CaptionTrack): boolean => /[?&]exp=xpe\b/.test(baseUrl)

function withFormat(baseUrl: string): string {
  const url = new URL(baseUrl, 'https://www.youtube.com')
  url.searchParams.set('fmt', 'json3')
  // Of an address that YouTube sent, only the path is believed.
  return url.pathname + url.search
}

function toTranscript(
  videoId: string,
  title: string | undefined,
  { language, generated }: CaptionTrack,
  captions: readonly Caption[],
): Transcript {
  const named = title?.replace(/\s+/g, ' ').trim() || `YouTube: ${videoId}`
  const pieces = captions.map((caption) => ({
    ...caption,
    sourceUrl: `https://www.youtube.com/watch?v=${videoId}&t=${Math.floor(caption.start)}s`,
  }))
  return { videoId, title: named, language, generated, pieces }
}

const blocked = () => new UnreachablePage('unreachable', say('web_pages.transcript_blocked'))

function noTranscript(player: PlayerResponse | undefined, languages: readonly string[]): UnreachablePage {
  if (!player) return blocked()
  if (player.status === 'ERROR') return new UnreachablePage('not_found', say('web_pages.video_not_found'))
  const available = [...new Set(player.tracks.map(({ language }) => language))]
  if (available.length === 0)
    return new UnreachablePage(
      'no_transcript',
      player.status === 'LOGIN_REQUIRED'
        ? say('web_pages.transcript_sign_in')
        : say('web_pages.transcript_missing'),
    )
  if (chooseTrack(player.tracks, languages)) return blocked()
  return new UnreachablePage(
    'no_transcript',
    say('web_pages.transcript_language', {
      languages: languages.join(', '),
      available: available.join(', '),
    }),
  )
}
