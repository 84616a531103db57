import type { Transcript } from '../../../documents/recordings/transcript-document.ts'
import type { AskedFor } from '../../usage/index.ts'

export interface Recording {
  name: string
  contentType: string
  size: number
  /** Undefined if it is unknown. */
  seconds?: number
  /** Can be read once; called again for another attempt. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** What the module needs from the organization's providers. Provided by the app. */
export interface Transcriber {
  /** The largest recording that is sent, in bytes. */
  maxBytes: number
  /** The transcription model, such as `openai/whisper-1`; undefined if there is none. */
  modelOf(organizationId: number): Promise<string | undefined>
  /** Throws an AppError: `quota_exceeded` before anything is sent if a budget is used up. */
  transcribe(
    organizationId: number,
    model: string,
    recording: Recording,
    signal: AbortSignal,
    askedFor?: AskedFor,
  ): Promise<Transcript>
}

/** Used if no describer is passed. */
export const NO_TRANSCRIBER: Transcriber = {
  maxBytes: 0,
  modelOf: async () => undefined,
  transcribe: async () => ({ text: '', segments: [] }),
}
