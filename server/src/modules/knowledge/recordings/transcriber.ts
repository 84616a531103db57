import type { AskedFor } from '../../usage/index.ts'

export interface Recording {
  name: string
  contentType: string
  size: number
  /** To be read once; called again for another attempt. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/** The whole text, and its segments with their start in seconds if the model has them. */
export interface Transcript {
  text: string
  segments: readonly { start: number; text: string }[]
}

/** What the module needs from the organization's providers. Provided by the app. */
export interface Transcriber {
  /** The largest recording that is sent, in bytes. */
  maxBytes: number
  /** The model that recordings are transcribed with, `openai/whisper-1`; undefined for none. */
  modelOf(organizationId: number): Promise<string | undefined>
  /** Fails with an AppError; `quota_exceeded` before anything is sent when a budget is used up. */
  transcribe(
    organizationId: number,
    model: string,
    recording: Recording,
    signal: AbortSignal,
    asked?: AskedFor,
  ): Promise<Transcript>
}

/** Where nothing was handed in. */
export const NO_TRANSCRIBER: Transcriber = {
  maxBytes: 0,
  modelOf: async () => undefined,
  transcribe: async () => ({ text: '', segments: [] }),
}
