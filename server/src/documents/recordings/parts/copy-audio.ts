import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ALL_FORMATS,
  type AudioCodec,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  FlacOutputFormat,
  Input,
  type InputAudioTrack,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
} from 'mediabunny'
import { isDiskFull } from '../../../platform/disk/disk-full.ts'

export interface SplitTask {
  /** The recording, a file on this disk. */
  source: string
  /** Receives the parts. */
  folder: string
  maxSeconds: number
  maxBytes: number
}

/** A part of a recording, without its video. */
export interface RecordingPart {
  path: string
  extension: string
  /** In seconds from the start of the recording. */
  start: number
  seconds: number
  size: number
}

/** `no_audio`: a video without a sound track. `unsupported`: not a format that can be split, or damaged. */
export type SplitResult =
  | { parts: RecordingPart[] }
  | { failure: 'no_audio' | 'unsupported' | 'disk_full'; reason: string }

/** A damaged file may have wild times, and each part is a paid request. */
const MAX_PARTS = 300
/** The rest is for the container. */
const CONTENT_SHARE = 0.9

/**
 * Copies the audio of a recording into files of limited length and size. Nothing is decoded: packets are copied, so an
 * hour takes a few seconds and loses no quality.
 */
export async function copyAudio(task: SplitTask): Promise<SplitResult> {
  const input = new Input({ source: new FilePathSource(task.source), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track) {
      // A file that was cut off may have no tracks at all.
      const hasTracks = (await input.getTracks()).length > 0
      return { failure: hasTracks ? 'no_audio' : 'unsupported', reason: 'no audio track' }
    }
    const container = containerOf(track.codec)
    if (!track.codec || !container) return { failure: 'unsupported', reason: `codec ${track.codec}` }
    const parts = await copyTrack(track, track.codec, container, task)
    return parts ? { parts } : { failure: 'unsupported', reason: `more than ${MAX_PARTS} parts` }
  } catch (error) {
    return { failure: isDiskFull(error) ? 'disk_full' : 'unsupported', reason: String(error) }
  } finally {
    input.dispose()
  }
}

interface Container {
  extension: string
  createFormat(): OutputFormat
}

/** Only containers that transcription models accept. */
function containerOf(codec: AudioCodec | null): Container | undefined {
  if (codec === 'mp3')
    return { extension: 'mp3', createFormat: () => new Mp3OutputFormat({ xingHeader: false }) }
  if (codec === 'aac') return { extension: 'm4a', createFormat: () => new Mp4OutputFormat() }
  if (codec === 'opus' || codec === 'vorbis')
    return { extension: 'ogg', createFormat: () => new OggOutputFormat() }
  if (codec === 'flac') return { extension: 'flac', createFormat: () => new FlacOutputFormat() }
  if (codec?.startsWith('pcm-') || codec === 'ulaw' || codec === 'alaw')
    return { extension: 'wav', createFormat: () => new WavOutputFormat() }
  return undefined
}

async function copyTrack(
  track: InputAudioTrack,
  codec: AudioCodec,
  { extension, createFormat }: Container,
  { folder, maxSeconds, maxBytes }: SplitTask,
): Promise<RecordingPart[] | undefined> {
  const decoderConfig = await track.getDecoderConfig()
  const parts: RecordingPart[] = []
  let current: PartWriter | undefined
  const isFull = (part: PartWriter, packet: EncodedPacket): boolean =>
    packet.timestamp - part.start >= maxSeconds || part.bytes + packet.byteLength > maxBytes * CONTENT_SHARE
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (current && isFull(current, packet)) {
        parts.push(await current.finish())
        current = undefined
      }
      if (parts.length === MAX_PARTS) return undefined
      const path = join(folder, `${parts.length}.${extension}`)
      current ??= await PartWriter.open({ path, extension, createFormat, codec, start: packet.timestamp })
      await current.add(packet, decoderConfig)
    }
    if (current) parts.push(await current.finish())
    current = undefined
    return parts
  } finally {
    await current?.cancel()
  }
}

type DecoderConfig = Awaited<ReturnType<InputAudioTrack['getDecoderConfig']>>

class PartWriter {
  readonly start: number
  bytes = 0
  #end: number
  readonly #path: string
  readonly #extension: string
  readonly #output: Output
  readonly #source: EncodedAudioPacketSource

  private constructor(path: string, extension: string, start: number, output: Output, codec: AudioCodec) {
    this.#path = path
    this.#extension = extension
    this.start = start
    this.#end = start
    this.#output = output
    this.#source = new EncodedAudioPacketSource(codec)
    output.addAudioTrack(this.#source)
  }

  static async open(options: Container & { path: string; codec: AudioCodec; start: number }) {
    const { path, extension, createFormat, codec, start } = options
    const output = new Output({ format: createFormat(), target: new FilePathTarget(path) })
    const writer = new PartWriter(path, extension, start, output, codec)
    await output.start()
    return writer
  }

  async add(packet: EncodedPacket, decoderConfig: DecoderConfig): Promise<void> {
    const meta = this.bytes === 0 && decoderConfig ? { decoderConfig } : undefined
    await this.#source.add(packet.clone({ timestamp: packet.timestamp - this.start }), meta)
    this.bytes += packet.byteLength
    this.#end = Math.max(this.#end, packet.timestamp + packet.duration)
  }

  /** Closes the file. */
  cancel = (): Promise<void> => this.#output.cancel()

  async finish(): Promise<RecordingPart> {
    await this.#output.finalize()
    const { size } = await stat(this.#path)
    // The first packets of some encoders start slightly before zero.
    const start = Math.max(0, this.start)
    return { path: this.#path, extension: this.#extension, start, seconds: this.#end - this.start, size }
  }
}
