import { once } from 'node:events'
import { startWorker } from '../../../../platform/threads/worker.ts'
import type { StoredSegment } from '../search/parts.ts'
import type { PartAnswer, PartOrder } from './part.worker.ts'
import type { TermBlock } from './term-blocks.ts'

export interface PartInThread {
  passages: number
  header: Uint8Array
  /** Some at a time; empty after the last ones. */
  next(): Promise<TermBlock[]>
}

/** Builds a part in a thread that ends with it, so that its memory is free again. */
export async function withPartInThread(
  segments: AsyncIterable<StoredSegment[]>,
  use: (part: PartInThread) => Promise<void>,
): Promise<void> {
  const worker = startWorker('part', new URL('./part.worker.ts', import.meta.url))
  worker.unref()
  async function ask<K extends PartAnswer['kind']>(order: PartOrder, kind: K) {
    worker.postMessage(order)
    const [answer] = (await once(worker, 'message')) as [PartAnswer]
    if (answer.kind !== kind)
      throw new Error(answer.kind === 'failed' ? answer.error : `unexpected answer ${answer.kind}`)
    return answer as PartAnswer & { kind: K }
  }
  try {
    for await (const some of segments) await ask({ kind: 'add', segments: some }, 'added')
    const { passages, header } = await ask({ kind: 'build' }, 'built')
    await use({ passages, header, next: async () => (await ask({ kind: 'next' }, 'blocks')).blocks })
  } finally {
    await worker.terminate()
  }
}
