import { once } from 'node:events'
import { startWorker } from '../../../../../platform/threads/worker.ts'
import type { PartHeader } from '../../../../../search/knowledge-index.ts'
import type { StoredSegment } from '../../../../../search/postings/parts.ts'
import type { PartAnswer, PartOrder } from './part.worker.ts'
import type { TermBlock } from './term-blocks.ts'

export interface PartInThread {
  passages: number
  header: Uint8Array
  /** A batch at a time; empty after the last one. */
  next(): Promise<TermBlock[]>
}

/** Builds a part in a thread that ends with it, so that its memory is free again. */
export const withPartInThread = (
  segments: AsyncIterable<StoredSegment[]>,
  use: (part: PartInThread) => Promise<void>,
): Promise<void> =>
  withThread(async (ask) => {
    for await (const batch of segments) await ask({ kind: 'add', segments: batch }, 'added')
    const { passages, header } = await ask({ kind: 'build' }, 'built')
    await use({ passages, header, next: async () => (await ask({ kind: 'next' }, 'blocks')).blocks })
  })

export interface PartsToMerge {
  headers: readonly PartHeader[]
  /** Documents (segments) that are still there. */
  live: readonly number[]
  /** The next blocks of the part with this number; empty after the last ones. */
  read(part: number): Promise<TermBlock[]>
}

/** The same for a part that is merged from others. */
export const withMergedPart = (
  { headers, live, read }: PartsToMerge,
  use: (part: PartInThread) => Promise<void>,
): Promise<void> =>
  withThread(async (ask) => {
    const { passages, header } = await ask({ kind: 'begin-merge', headers, live }, 'built')
    let waiting = headers.map((_, at) => at)
    const next = async () => {
      // A turn may complete no block.
      while (waiting.length > 0) {
        const blocks = await Promise.all(waiting.map(async (part) => ({ part, blocks: await read(part) })))
        const merged = await ask({ kind: 'merge', read: blocks }, 'merged')
        waiting = merged.wanted
        if (merged.blocks.length > 0) return merged.blocks
      }
      return []
    }
    await use({ passages, header, next })
  })

type Ask = <K extends PartAnswer['kind']>(order: PartOrder, kind: K) => Promise<PartAnswer & { kind: K }>

async function withThread(work: (ask: Ask) => Promise<void>): Promise<void> {
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
    await work(ask)
  } finally {
    await worker.terminate()
  }
}
