import { say } from '@bellwether/wire'
import type { ReadOptions } from '../readers/read-document.ts'
import { UnreadableDocument } from '../readers/unreadable-document.ts'

/** The whole text, and its segments with their start in seconds if the model has them. */
export interface Transcript {
  text: string
  segments: readonly { start: number; text: string }[]
}

/** A transcript as subtitles, which include times; as plain text if the model returned no segments. */
export function toDocument({ text, segments }: Transcript): { source: Buffer; options: ReadOptions } {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UnreadableDocument('empty', say('documents.silent_recording'))
  const cues = segments.filter((segment) => segment.text.trim() !== '')
  if (cues.length === 0) return { source: Buffer.from(text), options: { filename: 'transcript.txt' } }
  return { source: Buffer.from(toSubtitles(cues)), options: { filename: 'transcript.vtt' } }
}

/** Joins the transcripts of consecutive parts. Pure. */
export function joinTranscripts(parts: readonly { start: number; transcript: Transcript }[]): Transcript {
  const nonEmpty = parts.filter(({ transcript }) => transcript.text.trim() !== '')
  // Times of some parts only would put the text of the others in the wrong place.
  const hasTimes = nonEmpty.every(({ transcript }) => transcript.segments.length > 0)
  return {
    text: nonEmpty.map(({ transcript }) => transcript.text.trim()).join('\n'),
    segments: hasTimes ? nonEmpty.flatMap(segmentsOf) : [],
  }
}

const segmentsOf = ({ start, transcript }: { start: number; transcript: Transcript }) =>
  transcript.segments.map((segment) => ({ ...segment, start: start + segment.start }))

/** Writes WebVTT, from which the subtitle reader builds sentences. Pure. */
function toSubtitles(segments: Transcript['segments']): string {
  const cues = segments.map(({ start, text }) => `${toTime(start)} --> ${toTime(start)}\n${escaped(text)}`)
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

const toTime = (seconds: number): string => {
  const wholeSeconds = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(wholeSeconds / 3600))}:${two(Math.floor(wholeSeconds / 60) % 60)}:${two(wholeSeconds % 60)}.000`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ').trim()
