import { extensionOf, RECORDING_TYPES } from '../readers/detect-kind.ts'

/** Audio or video, by its name. */
export const isRecording = (name: string): boolean => Object.hasOwn(RECORDING_TYPES, extensionOf(name))

export const typeOfRecording = (name: string): string =>
  RECORDING_TYPES[extensionOf(name)] ?? 'application/octet-stream'

/** Whether its audio can be copied into parts. There is no reader for MPEG program streams. */
export const canSplit = (name: string): boolean => extensionOf(name) !== 'mpeg'

/** Enough for all signatures below. */
export const START_BYTES = 12

/** MP3 with tags, Ogg, FLAC, WebM, MPEG. */
const STARTS = ['ID3', 'OggS', 'fLaC', '\x1aE\xdf\xa3', '\0\0\x01\xb3', '\0\0\x01\xba']

/** Whether a file starts like one of these formats; the provider determines which. */
export function isAudioOrVideo(start: Uint8Array): boolean {
  const text = Buffer.from(start).toString('latin1')
  if (STARTS.some((mark) => text.startsWith(mark))) return true
  if (text.startsWith('RIFF') && text.slice(8) === 'WAVE') return true
  if (text.slice(4, 8) === 'ftyp') return true
  // An MP3 or AAC frame starts with eleven 1 bits, which a text never does.
  return start[0] === 0xff && ((start[1] ?? 0) & 0xe0) === 0xe0
}
