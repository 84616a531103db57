import { expect, it } from 'vitest'
import { joinTranscripts, toDocument } from './transcript-document.ts'

const spoken = (text: string, start?: number) => ({
  text,
  segments: start === undefined ? [] : [{ start, text }],
})
const sourceOf = (parts: Parameters<typeof joinTranscripts>[0]) => {
  const { source, options } = toDocument(joinTranscripts(parts))
  return { text: String(source), filename: options.filename }
}

it('times of parts count from the start of the recording', () => {
  const parts = [
    { start: 0, transcript: spoken('First.', 3) },
    { start: 1200.5, transcript: spoken('Second.', 4.9) },
    { start: 3600, transcript: spoken('Third.', 0) },
  ]
  expect(sourceOf(parts)).toEqual({
    filename: 'transcript.vtt',
    text: [
      'WEBVTT',
      '00:00:03.000 --> 00:00:03.000\nFirst.',
      '00:20:05.000 --> 00:20:05.000\nSecond.',
      '01:00:00.000 --> 01:00:00.000\nThird.\n',
    ].join('\n\n'),
  })
})

it('a silent part changes nothing, and a part without times makes it a text', () => {
  const silent = { start: 1200, transcript: spoken(' ') }
  const first = { start: 0, transcript: spoken('First.', 3) }
  expect(sourceOf([first, silent]).filename).toBe('transcript.vtt')
  const untimed = { start: 2400, transcript: spoken('Last.') }
  expect(sourceOf([first, silent, untimed])).toEqual({ filename: 'transcript.txt', text: 'First.\nLast.' })
  expect(() => toDocument(joinTranscripts([silent]))).toThrow('No speech')
})
