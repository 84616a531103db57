import { type Message, say } from '@bellwether/wire'
import * as z from 'zod'
import { AppError, badRequest, isAppError, isUnavailable } from '../../../platform/errors.ts'
import { untilAvailable } from '../../../platform/jobs/until-available.ts'
import type { Originals } from '../originals/originals.ts'
import { extensionOf } from '../readers/detect-kind.ts'
import type { DocumentToRead } from '../readers/thread/reading-messages.ts'
import { emptyDocument, UnreadableDocument } from '../readers/unreadable-document.ts'
import { isAudioOrVideo, isRecording, START_BYTES, typeOfRecording } from './recording.ts'
import type { Transcriber, Transcript } from './transcriber.ts'

const MB = 1024 * 1024

/** Why a recording can't be processed, for the person who uploads it. Undefined for other files. */
export async function findRefusal(
  transcriber: Transcriber,
  organizationId: number,
  { name, size }: { name: string; size: number },
): Promise<{ kind: 'no_model' | 'too_large'; message: Message } | undefined> {
  if (!isRecording(name)) return undefined
  if ((await transcriber.modelOf(organizationId)) === undefined)
    return { kind: 'no_model', message: say('knowledge.no_transcription_model') }
  if (size <= transcriber.maxBytes) return undefined
  const limit = Math.floor(transcriber.maxBytes / MB)
  return { kind: 'too_large', message: say('documents.recording_too_large', { limit }) }
}

/** For an upload, which is refused immediately. */
export function requireAccepted(refusal: Awaited<ReturnType<typeof findRefusal>>): void {
  if (refusal?.kind === 'too_large') throw new AppError('too_large', refusal.message)
  if (refusal) throw badRequest(refusal.message)
}

interface RecordingToTranscribe {
  path: string
  name: string
  organizationId: number
  /** The person who uploaded the file. */
  userId: number
  signal: AbortSignal
  /** Called before the provider is called, because the duration is unknown. */
  onStart(): void
  /** The transcript could not be kept for another attempt. */
  onNotKept(error: unknown): void
}

interface Deps {
  originals: Pick<Originals, 'open' | 'readBeside' | 'writeBeside'>
  transcriber: Transcriber
}

/** The transcript of a recording as subtitles, which include times. */
export async function transcribeRecording(
  { originals, transcriber }: Deps,
  { path, name, organizationId, userId, signal, onStart, onNotKept }: RecordingToTranscribe,
): Promise<DocumentToRead> {
  const original = await originals.open(path).catch((error: unknown) => {
    if (!isAppError(error) || isUnavailable(error)) throw error
    throw new UnreadableDocument('empty', say('documents.original_missing'), error)
  })
  const { size } = original
  const refusal = await findRefusal(transcriber, organizationId, { name, size })
  if (refusal?.kind === 'too_large') throw new UnreadableDocument('too_large', refusal.message)
  const model = await transcriber.modelOf(organizationId)
  if (refusal || model === undefined) throw badRequest(say('knowledge.no_transcription_model'))
  const earlier = await readKept(originals, path, model)
  if (earlier) return toDocument(earlier)
  await requireAudio(original, name)
  const recording = {
    // The real file name stays private.
    name: `recording.${extensionOf(name)}`,
    contentType: typeOfRecording(name),
    size,
    open: () => original.read(),
  }
  onStart()
  const asked = { assistantId: 0, ownerId: userId, userId, endUser: null, tool: null }
  const transcript = await transcriber.transcribe(organizationId, model, recording, signal, asked)
  const bytes = Buffer.from(JSON.stringify({ version: 1, model, transcript }))
  // Saved before it is split, so that a crash does not cost another transcription. Failing to save it is not an error.
  await untilAvailable(() => originals.writeBeside(path, bytes, 'transcript'), signal).catch(onNotKept)
  return toDocument(transcript)
}

async function requireAudio(
  { size, read }: Awaited<ReturnType<Originals['open']>>,
  name: string,
): Promise<void> {
  if (size === 0) throw emptyDocument()
  const pieces: Uint8Array[] = []
  for await (const piece of await read({ start: 0, end: Math.min(size, START_BYTES) - 1 })) pieces.push(piece)
  if (isAudioOrVideo(Buffer.concat(pieces))) return
  const message = say('documents.wrong_extension', { extension: extensionOf(name), type: 'recording' })
  throw new UnreadableDocument('corrupt', message)
}

const keptSchema = z.object({
  version: z.literal(1),
  model: z.string(),
  transcript: z.object({
    text: z.string(),
    segments: z.array(z.object({ start: z.number(), text: z.string() })),
  }),
})

/** An unreadable transcript is requested again: it costs more, but is correct. */
async function readKept(
  originals: Deps['originals'],
  path: string,
  model: string,
): Promise<Transcript | undefined> {
  const bytes = await originals.readBeside(path, 'transcript')
  if (!bytes) return undefined
  try {
    const stored = keptSchema.parse(JSON.parse(bytes.toString()))
    return stored.model === model ? stored.transcript : undefined
  } catch {
    return undefined
  }
}

/** Without segments it is a text without times. */
function toDocument({ text, segments }: Transcript): DocumentToRead {
  if (!/[\p{L}\p{N}]/u.test(text)) throw new UnreadableDocument('empty', say('documents.silent_recording'))
  const cues = segments.filter((segment) => segment.text.trim() !== '')
  if (cues.length === 0) return { source: Buffer.from(text), options: { filename: 'transcript.txt' } }
  return { source: Buffer.from(toSubtitles(cues)), options: { filename: 'transcript.vtt' } }
}

/** Writes WebVTT, from which the subtitle reader builds sentences. Pure. */
function toSubtitles(segments: Transcript['segments']): string {
  const cues = segments.map(({ start, text }) => `${toTime(start)} --> ${toTime(start)}\n${escaped(text)}`)
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

const toTime = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.000`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ').trim()
