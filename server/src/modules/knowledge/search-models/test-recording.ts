import type { Recording } from '../recordings/transcriber.ts'

const RATE = 16_000
const HEAD_BYTES = 44

/** A second of a quiet tone: enough to see whether a transcription model responds. */
export function createTestRecording(): Recording {
  const bytes = Buffer.alloc(HEAD_BYTES + 2 * RATE)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20) // PCM
  bytes.writeUInt16LE(1, 22) // mono
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(2 * RATE, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(2 * RATE, 40)
  for (let at = 0; at < RATE; at += 1)
    bytes.writeInt16LE(Math.round(2000 * Math.sin((at * 440 * 2 * Math.PI) / RATE)), HEAD_BYTES + 2 * at)
  async function* pieces() {
    yield bytes
  }
  return { name: 'recording.wav', contentType: 'audio/wav', size: bytes.length, open: async () => pieces() }
}
