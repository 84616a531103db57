import { createReadStream } from 'node:fs'
import { type Message, say } from '@bellwether/wire'
import { extensionOf } from '../../../documents/readers/detect-kind.ts'
import { emptyDocument, UnreadableDocument } from '../../../documents/readers/unreadable-document.ts'
import { type RecordingPart, splitRecording } from '../../../documents/recordings/parts/split-recording.ts'
import {
  canSplit,
  isAudioOrVideo,
  isRecording,
  START_BYTES,
  typeOfRecording,
} from '../../../documents/recordings/recording.ts'
import {
  joinTranscripts,
  type Transcript,
  toDocument,
} from '../../../documents/recordings/transcript-document.ts'
import { diskFull } from '../../../platform/disk/disk-full.ts'
import { badRequest, isAppError, isUnavailable } from '../../../platform/errors.ts'
import type { Originals } from '../originals/originals.ts'
import { RefusedFile } from '../originals/refused-file.ts'
import type { DocumentToRead } from '../reading/reading-messages.ts'
import { readTranscripts, saveTranscripts, type TranscribedPart } from './saved-transcripts.ts'
import type { Recording, Transcriber } from './transcriber.ts'

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
  if (size <= transcriber.maxBytes || canSplit(name)) return undefined
  return { kind: 'too_large', message: tooLarge(transcriber) }
}

const tooLarge = ({ maxBytes }: Pick<Transcriber, 'maxBytes'>): Message =>
  say('documents.recording_too_large', { limit: Math.floor(maxBytes / MB) })

/** For an upload, which is refused immediately. */
export function requireAccepted(refusal: Awaited<ReturnType<typeof findRefusal>>): void {
  if (refusal)
    throw new RefusedFile(refusal.message, refusal.kind === 'too_large' ? 'too_large' : 'bad_request')
}

interface RecordingToTranscribe {
  path: string
  name: string
  organizationId: number
  /** The person who uploaded the file. */
  userId: number
  signal: AbortSignal
  /** The number of parts that are done, and of all parts; 0 of 0 if the recording is sent as a whole. */
  onProgress(current: number, total: number): void
  /** A transcript could not be saved for another attempt. */
  onNotSaved(error: unknown): void
}

interface Deps {
  originals: Pick<Originals, 'open' | 'useFile' | 'useTemporaryFolder' | 'readBeside' | 'writeBeside'>
  transcriber: Transcriber
}

type Original = Awaited<ReturnType<Originals['open']>>
type TranscribePart = (part: Recording) => Promise<Transcript>

/** The transcript of a recording, with times where the model returns them. Long recordings are sent in parts. */
export async function transcribeRecording(
  { originals, transcriber }: Deps,
  recording: RecordingToTranscribe,
): Promise<DocumentToRead> {
  const { path, name, organizationId, userId, signal } = recording
  const original = await originals.open(path).catch((error: unknown) => {
    if (!isAppError(error) || isUnavailable(error)) throw error
    throw new UnreadableDocument('empty', say('documents.original_missing'), error)
  })
  const model = await transcriber.modelOf(organizationId)
  if (model === undefined) throw badRequest(say('knowledge.no_transcription_model'))
  const { complete, parts: done } = await readTranscripts(originals, path, model)
  if (complete) return toDocument(joinTranscripts(done))
  await requireAudio(original, name)
  const askedFor = { assistantId: 0, ownerId: userId, userId, endUser: null, tool: null }
  const transcribe: TranscribePart = (part) =>
    transcriber.transcribe(organizationId, model, part, signal, askedFor)
  /** Saved at once, so that a crash does not cost another transcription. Failing to save them is not an error. */
  const save = (parts: TranscribedPart[], isComplete: boolean) =>
    saveTranscripts(originals, path, { model, complete: isComplete, parts }, signal).catch(
      recording.onNotSaved,
    )

  return originals.useTemporaryFolder(async (folder) => {
    const { maxBytes } = transcriber
    const split = await originals.useFile(path, (source) =>
      splitRecording({ source, folder, maxBytes }, signal),
    )
    if ('failure' in split && split.failure === 'disk_full') throw diskFull(new Error(split.reason))
    const parts = 'parts' in split ? split.parts : []
    const isWhole = parts.length <= 1 && original.size <= maxBytes
    if (!isWhole && parts.length === 0) throw notSplit(split, transcriber)
    const transcripts = isWhole
      ? [await transcribeWhole(original, recording, transcribe)]
      : await transcribeParts(parts, done, { transcribe, save, onProgress: recording.onProgress })
    await save(transcripts, true)
    return toDocument(joinTranscripts(transcripts))
  })
}

/** Not even sent: it has no audio, or is larger than the provider accepts. */
const notSplit = (split: object, transcriber: Transcriber): UnreadableDocument =>
  'failure' in split && split.failure === 'unsupported'
    ? new UnreadableDocument('too_large', tooLarge(transcriber))
    : new UnreadableDocument('empty', say('documents.silent_recording'))

async function transcribeWhole(
  original: Original,
  { name, onProgress }: RecordingToTranscribe,
  transcribe: TranscribePart,
): Promise<TranscribedPart> {
  // The duration is unknown.
  onProgress(0, 0)
  const transcript = await transcribe({
    // The real file name stays private.
    name: `recording.${extensionOf(name)}`,
    contentType: typeOfRecording(name),
    size: original.size,
    open: () => original.read(),
  })
  return { start: 0, seconds: null, transcript }
}

interface PartsContext {
  transcribe: TranscribePart
  save(parts: TranscribedPart[], isComplete: boolean): Promise<unknown>
  onProgress(current: number, total: number): void
}

async function transcribeParts(
  parts: readonly RecordingPart[],
  done: readonly TranscribedPart[],
  { transcribe, save, onProgress }: PartsContext,
): Promise<TranscribedPart[]> {
  const transcripts: TranscribedPart[] = []
  for (const [index, { path, extension, start, seconds, size }] of parts.entries()) {
    onProgress(index, parts.length)
    const earlier = done[index]
    // The limits of a part are settings: after a change, parts of an earlier attempt may be others.
    if (earlier?.start === start && earlier.seconds === seconds) {
      transcripts.push(earlier)
      continue
    }
    const name = `recording.${extension}`
    const open = async () => createReadStream(path)
    const transcript = await transcribe({ name, contentType: typeOfRecording(name), size, seconds, open })
    transcripts.push({ start, seconds, transcript })
    if (transcripts.length < parts.length) await save(transcripts, false)
  }
  return transcripts
}

async function requireAudio({ size, read }: Original, name: string): Promise<void> {
  if (size === 0) throw emptyDocument()
  const pieces: Uint8Array[] = []
  for await (const piece of await read({ start: 0, end: Math.min(size, START_BYTES) - 1 })) pieces.push(piece)
  if (isAudioOrVideo(Buffer.concat(pieces))) return
  const message = say('documents.wrong_extension', {
    extension: extensionOf(name),
    type: say('parts.file_recording'),
  })
  throw new UnreadableDocument('corrupt', message)
}
