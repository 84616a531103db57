import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyAudio, type RecordingPart } from './copy-audio.ts'
import { mediaOf, mp3Of, packetsOf, wavOf } from './media.testing.ts'
import { splitRecording } from './split-recording.ts'

describe('parts of a recording', () => {
  const root = mkdtempSync(join(tmpdir(), 'bellwether-parts-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  const store = (name: string, content: Uint8Array) => {
    const folder = mkdtempSync(join(root, 'parts-'))
    const source = join(folder, name)
    writeFileSync(source, content)
    return { source, folder: join(folder, 'out') }
  }
  const split = async (name: string, content: Uint8Array, limits = { maxSeconds: 4, maxBytes: 1e6 }) => {
    const { source, folder } = store(name, content)
    mkdirSync(folder)
    return { source, result: await copyAudio({ source, folder, ...limits }) }
  }
  const contentOf = async (parts: readonly RecordingPart[]) =>
    Buffer.concat((await Promise.all(parts.map(({ path }) => packetsOf(path)))).flat())

  it.each([
    ['talk.wav', 'wav', async () => wavOf(10)],
    ['talk.mp3', 'mp3', async () => mp3Of(10)],
    ['talk.m4a', 'm4a', () => mediaOf('m4a', { seconds: 10 })],
    ['talk.ogg', 'ogg', () => mediaOf('ogg', { seconds: 10 })],
    ['video.mp4', 'm4a', () => mediaOf('mp4', { seconds: 10, withVideo: true })],
    ['video.webm', 'ogg', () => mediaOf('webm', { seconds: 10, withVideo: true })],
  ])('%s is copied into parts of limited length, without loss', async (name, extension, make) => {
    const { source, result } = await split(name, await make())
    const parts = 'parts' in result ? result.parts : []
    expect(result).not.toHaveProperty('failure')
    expect(parts.map((part) => part.extension)).toEqual([extension, extension, extension])
    let end = 0
    for (const { start, seconds, size } of parts) {
      expect(start).toBeCloseTo(end, 1)
      expect(seconds).toBeLessThanOrEqual(4.1)
      expect(size).toBeGreaterThan(0)
      end = start + seconds
    }
    expect(end).toBeCloseTo(10, 1)
    expect(await contentOf(parts)).toEqual(Buffer.concat(await packetsOf(source)))
  })

  it('parts are limited in size, with their container', async () => {
    const { result } = await split('talk.wav', wavOf(30), { maxSeconds: 1200, maxBytes: 100_000 })
    const parts = 'parts' in result ? result.parts : []
    expect(parts.length).toBeGreaterThan(4)
    for (const { size } of parts) expect(size).toBeLessThanOrEqual(100_000)
  })

  it('says why a file is not split', async () => {
    const silent = await mediaOf('webm', { seconds: 2, withAudio: false, withVideo: true })
    expect((await split('silent.webm', silent)).result).toMatchObject({ failure: 'no_audio' })
    for (const content of [Buffer.from('ID3, and then anything'), Buffer.alloc(0)])
      expect((await split('talk.m4a', content)).result).toMatchObject({ failure: 'unsupported' })
    const tiny = await split('talk.wav', wavOf(100), { maxSeconds: 0.1, maxBytes: 1e6 })
    expect(tiny.result).toMatchObject({ failure: 'unsupported', reason: 'more than 300 parts' })
  })

  it('works in a process, and ends with its caller', async () => {
    const { source, folder } = store('talk.wav', wavOf(3))
    mkdirSync(folder)
    const live = new AbortController().signal
    expect(await splitRecording({ source, folder, maxBytes: 20_000 }, live)).toMatchObject({
      parts: [{ start: 0 }, {}, {}],
    })
    const leaving = new AbortController()
    const left = splitRecording({ source, folder, maxBytes: 20_000 }, leaving.signal)
    leaving.abort(new Error('cancelled'))
    await expect(left).rejects.toThrow('cancelled')
  })
})
