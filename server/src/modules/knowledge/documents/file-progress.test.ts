import { expect, test } from 'vitest'
import { progressOf } from './file-progress.ts'

const waiting = {
  status: 'pending',
  stage: 'waiting',
  progress_current: 0,
  progress_total: 0,
  started_at: null,
  error_code: null,
  error_message: null,
} as const
const reading = { ...waiting, status: 'processing', stage: 'read', started_at: 1000 } as const

test('increases from stage to stage and is 100 only when done', () => {
  const steps = [
    waiting,
    reading,
    { ...reading, progress_current: 5, progress_total: 10 },
    { ...reading, progress_current: 10, progress_total: 10 },
    { ...reading, stage: 'split' },
    { ...reading, stage: 'index', progress_current: 1, progress_total: 2 },
    { ...reading, stage: 'index', progress_current: 9, progress_total: 2 },
    { ...waiting, status: 'completed', stage: 'done' },
  ] as const
  expect(steps.map((step) => progressOf(step, 1000).percentage)).toEqual([0, 0, 35, 70, 70, 87, 99, 100])
  expect(steps.map((step) => progressOf(step, 1000).message).slice(0, 3)).toEqual([
    'Waiting',
    'Reading',
    'Reading: 5 of 10',
  ])
})

test('estimates the remaining time only when there is enough data', () => {
  expect(progressOf(waiting, 1010).eta_seconds).toBeNull()
  expect(progressOf(reading, 1010).eta_seconds).toBeNull()
  const half = { ...reading, progress_current: 5, progress_total: 10 }
  expect(progressOf(half, 1000).eta_seconds).toBeNull()
  expect(progressOf(half, 1035).eta_seconds).toBe(65)
  expect(progressOf({ ...half, status: 'completed' }, 1035).eta_seconds).toBeNull()
})

test('offers another attempt only if it may help', () => {
  const failed = (error_code: string) =>
    progressOf({ ...waiting, status: 'failed', error_code, error_message: 'Why.' }, 0)
  expect(failed('needs_password')).toMatchObject({ retryable: true, message: 'Why.' })
  expect(failed('needs_ocr').retryable).toBe(true)
  expect(failed('failed').retryable).toBe(true)
  expect(failed('corrupt').retryable).toBe(false)
  expect(failed('unsupported').retryable).toBe(false)
  expect(progressOf({ ...waiting, status: 'cancelled' }, 0).retryable).toBe(true)
  expect(progressOf(reading, 0).retryable).toBe(false)
  expect(progressOf({ ...waiting, error_message: 'Oops.' }, 0).message).toBe('Waiting to be tried again')
})
