import * as z from 'zod'
import type { Transcript } from '../../../documents/recordings/transcript-document.ts'
import { untilAvailable } from '../../../platform/jobs/until-available.ts'
import type { Originals } from '../originals/originals.ts'

const transcriptSchema = z.object({
  text: z.string(),
  segments: z.array(z.object({ start: z.number(), text: z.string() })),
})
const partSchema = z.object({
  start: z.number(),
  seconds: z.number().nullable(),
  transcript: transcriptSchema,
})

/** Version 1 had one transcript for the whole recording. */
const savedSchema = z.union([
  z.object({ version: z.literal(2), model: z.string(), complete: z.boolean(), parts: z.array(partSchema) }),
  z
    .object({ version: z.literal(1), model: z.string(), transcript: transcriptSchema })
    .transform(({ model, transcript }) => ({
      model,
      complete: true,
      parts: [{ start: 0, seconds: null, transcript }],
    })),
])

export interface TranscribedPart {
  start: number
  /** Null: the whole recording was sent. */
  seconds: number | null
  transcript: Transcript
}

export interface SavedTranscripts {
  complete: boolean
  parts: TranscribedPart[]
}

type SavedIn = Pick<Originals, 'readBeside' | 'writeBeside'>

/** What an earlier attempt has paid for. Unreadable transcripts are requested again: it costs more, but is correct. */
export async function readTranscripts(
  originals: SavedIn,
  path: string,
  model: string,
): Promise<SavedTranscripts> {
  const nothing = { complete: false, parts: [] }
  const bytes = await originals.readBeside(path, 'transcript')
  if (!bytes) return nothing
  try {
    const saved = savedSchema.parse(JSON.parse(bytes.toString()))
    return saved.model === model ? saved : nothing
  } catch {
    return nothing
  }
}

export async function saveTranscripts(
  originals: SavedIn,
  path: string,
  saved: SavedTranscripts & { model: string },
  signal: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(JSON.stringify({ version: 2, ...saved }))
  await untilAvailable(() => originals.writeBeside(path, bytes, 'transcript'), signal)
}
