import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import { closeSites, fetcherFor, redirect, startSite } from '../site.testing.ts'
import { UnreachablePage } from '../unreachable-page.ts'
import { joinCaptions, readCaptions } from './captions.ts'
import { readVideoId } from './video-address.ts'

afterEach(closeSites)

const ID = 'dQw4w9WgXcQ'

describe('addresses of videos', () => {
  test.each([
    ID,
    `https://www.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?feature=share&v=${ID}&t=10s#x`,
    `m.youtube.com/watch?v=${ID}`,
    `https://music.youtube.com/watch?v=${ID}&list=RD`,
    `https://youtu.be/${ID}?si=abc`,
    `youtu.be/${ID}`,
    `https://www.youtube.com/embed/${ID}?start=3`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://www.youtube.com/live/${ID}?feature=share`,
    `https://www.youtube.com/v/${ID}`,
    `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
  ])('%s', (address) => {
    expect(readVideoId(address)).toBe(ID)
  })

  test.each([
    '',
    'https://vimeo.com/12345678901',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/@channel',
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://evil.example/?youtube.com/watch?v=${ID}`,
    `https://youtube.com@127.0.0.1/watch?v=${ID}`,
    `https://user:pw@youtube.com/watch?v=${ID}`,
    `https://www.youtube.com:8080/watch?v=${ID}`,
    `file:///watch?v=${ID}`,
  ])('%s is none', (address) => {
    expect(() => readVideoId(address)).toThrow(UnreachablePage)
  })
})

describe('captions', () => {
  test('in all three forms', () => {
    const expected = [
      { start: 0, duration: 1.5, text: "It's <low> tide" },
      { start: 1.5, duration: 2, text: 'and high' },
    ]
    const json = JSON.stringify({
      wireMagic: 'pb3',
      events: [
        {
          tStartMs: 0,
          dDurationMs: 1500,
          segs: [{ utf8: "It's " }, { utf8: '<low>\ntide', tOffsetMs: 400 }],
        },
        { tStartMs: 900, dDurationMs: 100, aAppend: 1, segs: [{ utf8: '\n' }] },
        { tStartMs: 1000 },
        { tStartMs: 1500, dDurationMs: 2000, segs: [{ utf8: 'and high' }] },
      ],
    })
    expect(readCaptions(json)).toEqual(expected)
    const xml =
      '<?xml version="1.0"?><transcript><text start="0" dur="1.5">It&amp;#39;s &amp;lt;low&amp;gt;\ntide</text><text start="1.5" dur="2">and high</text><text start="9" dur="1"></text></transcript>'
    expect(readCaptions(xml)).toEqual(expected)
    const timed =
      '<timedtext format="3"><body><p t="0" d="1500">It&#39;s &lt;low&gt; tide</p><p t="1500" d="2000"><s>and</s><s t="90"> high</s></p></body></timedtext>'
    expect(readCaptions(timed)).toEqual(expected)
  })

  test.each(['', '{', '{"events":3}', '<html>', '</text></text>', '</p>'])('none in %j', (body) => {
    expect(readCaptions(body)).toEqual([])
  })

  test('are joined to pieces of about the requested length', () => {
    const lines = [0, 20, 59, 60, 130].map((start) => ({ start, duration: 5, text: `at ${start}` }))
    expect(joinCaptions(lines, 60)).toEqual([
      { start: 0, duration: 64, text: 'at 0 at 20 at 59' },
      { start: 60, duration: 5, text: 'at 60' },
      { start: 130, duration: 5, text: 'at 130' },
    ])
  })
})

const captions = (words: string) =>
  JSON.stringify({
    events: [
      { tStartMs: 1200, dDurationMs: 2000, segs: [{ utf8: words }] },
      { tStartMs: 75_000, dDurationMs: 2000, segs: [{ utf8: 'later' }] },
    ],
  })

const track = (language: string, kind?: string, more = '') => ({
  baseUrl: `https://www.youtube.com/api/timedtext?v=${ID}&lang=${language}${kind ? `&kind=${kind}` : ''}${more}`,
  languageCode: language,
  ...(kind ? { kind } : {}),
  name: { simpleText: language },
})

const player = (tracks: unknown[], status = 'OK') => ({
  playabilityStatus: { status },
  videoDetails: { videoId: ID, title: 'Tides: "why}" they {come' },
  ...(tracks.length > 0 ? { captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } } } : {}),
})

/** Shaped like the real watch page: the data is in one of several scripts. */
const watchPage = (response: unknown) =>
  `<html><script>ytcfg.set({"INNERTUBE_API_KEY":"AIzaTestKey_123"});</script><script>var ytInitialPlayerResponse = ${JSON.stringify(response)};var meta = {};</script></html>`

const ask = (url: string, host: string, languages = ['en']) =>
  fetcherFor([host], { youtube: url }).fetchTranscript(`https://youtu.be/${ID}`, {
    languages,
    signal: new AbortController().signal,
  })

describe('a transcript', () => {
  test('has times and links to them', async () => {
    const site = await startSite({
      '/watch': watchPage(player([track('en', 'asr'), track('en'), track('es')])),
      '/api/timedtext': (request, response) =>
        void response.end(captions(request.url?.includes('kind=asr') ? 'machine' : 'by hand')),
    })
    const transcript = await ask(site.url, site.host)
    expect(transcript).toMatchObject({
      videoId: ID,
      title: 'Tides: "why}" they {come',
      language: 'en',
      generated: false,
    })
    expect(transcript.pieces).toEqual([
      { start: 1.2, duration: 2, text: 'by hand', sourceUrl: `https://www.youtube.com/watch?v=${ID}&t=1s` },
      { start: 75, duration: 2, text: 'later', sourceUrl: `https://www.youtube.com/watch?v=${ID}&t=75s` },
    ])
    expect(site.paths[1]).toContain('fmt=json3')
  })

  test('is in the first available language, including regional ones', async () => {
    const site = await startSite({
      '/watch': watchPage(player([track('en'), track('pt-BR', 'asr')])),
      '/api/timedtext': (_, response) => void response.end(captions('x')),
    })
    expect(await ask(site.url, site.host, ['ca', 'pt', 'en'])).toMatchObject({
      language: 'pt-BR',
      generated: true,
    })
  })

  test.each(['&exp=xpe', ''])(
    'is asked for as a phone when the web player’s needs a token (%j)',
    async (mark) => {
      let sent = ''
      const site = await startSite({
        '/watch': watchPage(player([track('en', undefined, mark)])),
        '/youtubei/v1/player': (request, response) => {
          request.on('data', (bytes) => {
            sent += bytes
          })
          request.on('end', () => response.end(JSON.stringify(player([track('en', undefined, '&phone=1')]))))
        },
        '/api/timedtext': (request, response) =>
          void response.end(request.url?.includes('phone') ? captions('by phone') : ''),
      })
      expect((await ask(site.url, site.host)).pieces[0]?.text).toBe('by phone')
      expect(JSON.parse(sent)).toMatchObject({ videoId: ID, context: { client: { clientName: 'ANDROID' } } })
    },
  )

  const failure = async (promise: Promise<unknown>) => {
    const error = await promise.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreachablePage)
    return error as UnreachablePage
  }

  test.each([
    [
      player([track('fr'), track('de'), track('de', 'asr')]),
      'no_transcript',
      'no transcript in en, ca. Available languages: fr, de',
    ],
    [player([]), 'no_transcript', 'has no transcript'],
    [player([], 'LOGIN_REQUIRED'), 'no_transcript', 'sign-in'],
    [player([], 'ERROR'), 'not_found', 'does not exist or is private'],
    [player([track('en', undefined, '&exp=xpe')]), 'unreachable', 'Try again later'],
    ['not a player', 'unreachable', 'Try again later'],
  ])('reports clearly that there is none (%#)', async (response, code, words) => {
    const site = await startSite({
      '/watch': watchPage(response),
      '/youtubei/v1/player': (_, answer) => void answer.end('{}'),
    })
    const error = await failure(ask(site.url, site.host, ['en', 'ca']))
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
  })

  test('is fetched from YouTube only, whatever its answers point to', async () => {
    const inner = await startSite({ '*': 'inner secret' })
    const moved = await startSite({ '*': redirect(`${inner.url}/`) })
    const fetcher = fetcherFor([inner.host, moved.host], { youtube: moved.url })
    const asking = fetcher.fetchTranscript(ID, { languages: ['en'], signal: new AbortController().signal })
    expect((await failure(asking)).code).toBe('unreachable')
    const evil = { ...track('en'), baseUrl: `${inner.url}/api/timedtext?x=1` }
    const site = await startSite({
      '/watch': watchPage(player([evil])),
      '/api/timedtext': captions('from here'),
    })
    expect((await ask(site.url, site.host)).pieces[0]?.text).toBe('from here')
    expect(inner.paths).toEqual([])
  })

  test('refuses a length out of range, and can be cancelled', async () => {
    const fetcher = fetcherFor([])
    const { signal } = new AbortController()
    await expect(
      fetcher.fetchTranscript(ID, { languages: ['en'], chunkSeconds: 0, signal }),
    ).rejects.toBeInstanceOf(AppError)
    const site = await startSite({ '*': () => undefined })
    const reason = new Error('cancelled')
    const aborter = new AbortController()
    const asking = fetcherFor([site.host], { youtube: site.url }).fetchTranscript(ID, {
      languages: ['en'],
      signal: aborter.signal,
    })
    setTimeout(() => aborter.abort(reason), 30)
    await expect(asking).rejects.toBe(reason)
  })
})
