import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { createPassageSearch, type PassageSearchDeps } from './passage-search.ts'
import { NO_RERANKER } from './vectors/embedder.ts'

it('handles the rejections of both models when the client has disconnected', async () => {
  const asked: string[] = []
  const search = createPassageSearch({
    db: {} as Db,
    log: createLog('silent'),
    searcher: {} as PassageSearchDeps['searcher'],
    reranker: NO_RERANKER,
    serving: {
      modelOf: async ({ id }: { id: number }) => `model-${id}`,
    } as unknown as PassageSearchDeps['serving'],
    embedQuery: async (_organization, model) => {
      asked.push(model)
      throw new Error('the reader has left')
    },
  })
  const base = (id: number) => ({ id, organizationId: 1, version: 1, wholeDocuments: false })
  const unhandled: unknown[] = []
  const onRejection = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', onRejection)
  try {
    const searching = search.searchBases([base(1), base(2)], 'Why?', { topK: 1, threshold: 0 })
    await expect(searching).rejects.toThrow('has left')
    for (let at = 0; at < 5; at += 1) await turn()
  } finally {
    process.off('unhandledRejection', onRejection)
  }
  expect([asked, unhandled]).toEqual([['model-1', 'model-2'], []])
})
