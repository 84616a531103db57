import { expect, it } from 'vitest'
import { AppError } from '../../../platform/errors.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { createOriginals } from '../originals/originals.ts'
import { transcribeRecording } from './transcribe-recording.ts'
import type { Transcriber } from './transcriber.ts'

const away = () => Promise.reject(new AppError('unavailable', 'The storage is away.'))
const recording = {
  path: '1/a',
  name: 'lecture.mp3',
  organizationId: 1,
  userId: 1,
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onNotSaved: () => undefined,
}

it('a recording is read later if its file can’t be read now', async () => {
  let calls = 0
  const transcriber = {
    maxBytes: 1000,
    modelOf: async () => 'whisper',
    transcribe: () => {
      calls++
      return away()
    },
  } as unknown as Transcriber
  const originals = createOriginals({
    storage: { head: away, open: away } as unknown as Storage,
    dataDir: '/nonexistent',
  })
  await expect(transcribeRecording({ originals, transcriber }, recording)).rejects.toMatchObject({
    code: 'unavailable',
  })
  // The transcript that an earlier attempt has paid for may be there.
  await expect(originals.readBeside('1/a', 'transcript')).rejects.toMatchObject({ code: 'unavailable' })
  expect(calls).toBe(0)
})
