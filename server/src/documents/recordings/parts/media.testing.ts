import {
  ALL_FORMATS,
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

const RATE = 8000
const WAV_HEADER = 44

/** Mono, 16 bits, 8 kHz: 16,000 bytes per second. */
export function wavOf(seconds: number): Buffer {
  const bytes = Buffer.alloc(WAV_HEADER + seconds * RATE * 2)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(bytes.length - WAV_HEADER, 40)
  for (let at = WAV_HEADER; at < bytes.length; at += 2) bytes.writeInt16LE((at * 7) % 30_000, at)
  return bytes
}

/** Frames of 417 bytes, 1152 samples each, at 44.1 kHz and 128 kbit/s. */
export function mp3Of(seconds: number): Buffer {
  const frames = Array.from({ length: Math.ceil((seconds * 44_100) / 1152) }, (_, index) => {
    const frame = Buffer.alloc(417, index % 200)
    frame.set([0xff, 0xfb, 0x90, 0x64])
    return frame
  })
  return Buffer.concat(frames)
}

const AUDIO = {
  m4a: { codec: 'aac', createFormat: () => new Mp4OutputFormat() },
  mp4: { codec: 'aac', createFormat: () => new Mp4OutputFormat() },
  ogg: { codec: 'opus', createFormat: () => new OggOutputFormat() },
  webm: { codec: 'opus', createFormat: () => new WebMOutputFormat() },
} as const satisfies Record<string, { codec: AudioCodec; createFormat(): OutputFormat }>

const CONFIGS = {
  aac: {
    codec: 'mp4a.40.2',
    sampleRate: 48_000,
    numberOfChannels: 1,
    description: Uint8Array.of(0x11, 0x88),
  },
  opus: {
    codec: 'opus',
    sampleRate: 48_000,
    numberOfChannels: 1,
    description: Buffer.from('OpusHead\x01\x01\x38\x01\x80\xbb\0\0\0\0\0', 'latin1'),
  },
}

/** Opus: 20 ms of 48 kHz, mono, one frame. */
const OPUS_HEAD = 0xf8
const PACKET_SECONDS = 0.02
const PACKET_BYTES = 40

/** A file with a packet of sound every 20 ms, and a picture every second for `withVideo`. */
export async function mediaOf(
  kind: keyof typeof AUDIO,
  {
    seconds,
    withAudio = true,
    withVideo = false,
  }: { seconds: number; withAudio?: boolean; withVideo?: boolean },
): Promise<Buffer> {
  const { codec, createFormat } = AUDIO[kind]
  const target = new BufferTarget()
  const output = new Output({ format: createFormat(), target })
  const audio = new EncodedAudioPacketSource(codec)
  const video = new EncodedVideoPacketSource('vp9')
  if (withAudio) output.addAudioTrack(audio)
  if (withVideo) output.addVideoTrack(video)
  await output.start()
  const count = Math.round(seconds / PACKET_SECONDS)
  for (let index = 0; index < count; index++) {
    const time = index * PACKET_SECONDS
    const bytes = new Uint8Array(PACKET_BYTES).fill(index % 251)
    bytes[0] = OPUS_HEAD
    if (withAudio)
      await audio.add(new EncodedPacket(bytes, 'key', time, PACKET_SECONDS), {
        decoderConfig: CONFIGS[codec],
      })
    if (withVideo && index % 50 === 0)
      await video.add(new EncodedPacket(new Uint8Array(500), 'key', time, 1), {
        decoderConfig: { codec: 'vp09.00.10.08', codedWidth: 16, codedHeight: 16 },
      })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

/** The content of the packets of a file. */
export async function packetsOf(path: string): Promise<Buffer[]> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  const packets: Buffer[] = []
  if (track)
    for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(Buffer.from(data))
  input.dispose()
  return packets
}
