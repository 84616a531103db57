import { expect, it } from 'vitest'
import { emitWhile } from './emit-while.ts'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function read<E, R>(events: AsyncGenerator<E, R>) {
  const seen: E[] = []
  for (;;) {
    const next = await events.next()
    if (next.done) return { seen, result: next.value }
    seen.push(next.value)
  }
}

it('yields events as they occur, then returns the result', async () => {
  const events = emitWhile<number, string>(async (emit) => {
    emit(1)
    await pause(5)
    emit(2)
    emit(3)
    return 'done'
  })
  expect(await read(events)).toEqual({ seen: [1, 2, 3], result: 'done' })
})

it('yields the events before a failure, then throws it', async () => {
  const events = emitWhile<number, never>(async (emit) => {
    emit(1)
    throw new Error('broken')
  })
  expect((await events.next()).value).toBe(1)
  await expect(events.next()).rejects.toThrow('broken')
})
