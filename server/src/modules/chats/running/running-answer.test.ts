import { afterEach, expect, it, vi } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { createAlone } from '../../../platform/instances/alone.testing.ts'
import type { RunningAnswer } from './running-answer.ts'
import { createRunningAnswers } from './running-answers.ts'

const CHAT = 'a-chat'
const PATIENCE_MS = 1000

afterEach(() => vi.useRealTimers())

const never = new AbortController().signal

async function readAll(answer: RunningAnswer, after = 0, signal = never): Promise<string> {
  let text = ''
  for await (const part of answer.follow(after, signal)) text += part
  return text
}

function begin(patienceMs = PATIENCE_MS) {
  // One process keeps its answers in memory: there is no database to ask.
  const answers = createRunningAnswers({ ...createAlone(), db: {} as Db, patienceMs })
  const cancelled: string[] = []
  const { running: answer } = answers.begin(7, CHAT, {}, (reason) => cancelled.push(reason.message))
  return { answers, answer, cancelled }
}

it('gives every reader the whole answer, or the rest after the events they have', async () => {
  const { answer } = begin()
  const early = readAll(answer)
  answer.write('one ')
  answer.write('two ')
  await Promise.resolve()
  const late = readAll(answer)
  const again = readAll(answer, 1)
  answer.write('three')
  answer.end()
  expect(await Promise.all([early, late, again])).toEqual(['one two three', 'one two three', 'two three'])
})

it('is found only by its own person, in its own chat, and while it is in progress', async () => {
  const { answers, answer } = begin()
  expect(await answers.find(7, CHAT)).toBe(answer)
  expect(await answers.find(8, CHAT)).toBeUndefined()
  expect(await answers.find(7, 'another')).toBeUndefined()
  answer.end()
  await answer.over
  expect(await answers.find(7, CHAT)).toBeUndefined()
})

it('is cancelled only when it has had no reader for a while', async () => {
  vi.useFakeTimers()
  const { answer, cancelled } = begin()
  const leave = new AbortController()
  const reading = readAll(answer, 0, leave.signal)
  vi.advanceTimersByTime(2 * PATIENCE_MS)
  expect(cancelled).toEqual([])
  leave.abort()
  await reading
  const back = new AbortController()
  const readingAgain = readAll(answer, 0, back.signal)
  vi.advanceTimersByTime(2 * PATIENCE_MS)
  expect(cancelled).toEqual([])
  back.abort()
  await readingAgain
  vi.advanceTimersByTime(PATIENCE_MS)
  expect(cancelled).toEqual(['the answer has no reader'])
})

it('is cancelled when it never had a reader', () => {
  vi.useFakeTimers()
  const { cancelled } = begin()
  vi.advanceTimersByTime(PATIENCE_MS)
  expect(cancelled).toHaveLength(1)
})

it('does not fill the memory', () => {
  const { answer, cancelled } = begin()
  for (let at = 0; at < 40; at++) answer.write('x'.repeat(1024 * 1024))
  expect(cancelled[0]).toBe('the answer is too long')
  answer.end()
})

it('leaves the newer answer of a chat alone when the older one ends', async () => {
  const { answers, answer } = begin()
  const { running: newer } = answers.begin(7, CHAT, {}, () => undefined)
  answer.end()
  await answer.over
  expect(await answers.find(7, CHAT)).toBe(newer)
  newer.end()
})
