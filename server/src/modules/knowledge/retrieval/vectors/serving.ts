import {
  type MessageCode,
  type MessageParams,
  readStoredText,
  textOf,
  toMessageFields,
} from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../../platform/db/db.ts'
import type { Embedder } from './embedder.ts'
import { type ModelState, vectorRepository } from './vector.repository.ts'

export interface ServedBase {
  id: number
  organizationId: number
  /** Changes whenever a document or its vectors are added or removed. */
  version: number
}

export interface EmbeddingProgress {
  model: string
  /** Passages with a vector of this model. */
  done: number
  total: number
  /** Why embedding has stopped, if it has. */
  error: string | null
  message_code?: MessageCode
  message_params?: MessageParams
}

/** Whether a model is done. A document that it refuses must not keep the base on the previous model. */
export const isSettled = (files: number, { ready, failed }: Pick<ModelState, 'ready' | 'failed'>): boolean =>
  ready + failed >= files && ready > failed

/** The vectors that a base is searched with. */
export function createServing({ db, embedder }: { db: Db; embedder: Embedder }) {
  // An object, because the cache can't hold “none”.
  const cache = new LRUCache<string, { model: string | undefined }>({ max: 1000 })

  async function choose(base: number, current: string): Promise<string | undefined> {
    const { files, models } = await vectorRepository.stateOf(db, base)
    const currentState = models.get(current)
    const [mostComplete] = [...models]
      .filter(([model, { ready }]) => model !== current && ready > 0)
      .sort(([, a], [, b]) => b.ready - a.ready)
    if (!currentState || currentState.ready === 0) return mostComplete?.[0]
    if (!mostComplete || isSettled(files, currentState) || currentState.ready >= mostComplete[1].ready)
      return current
    return mostComplete[0]
  }

  return {
    /**
     * The organization's model or, while its vectors are incomplete and an earlier model's exist, the earlier one.
     * Undefined if the organization has none, or nothing is embedded yet.
     */
    async modelOf({ id, organizationId, version }: ServedBase): Promise<string | undefined> {
      const current = await embedder.modelOf(organizationId)
      if (current === undefined) return undefined
      const key = `${id}:${version}:${current}`
      const cached = cache.get(key)
      if (cached) return cached.model
      const model = await choose(id, current)
      cache.set(key, { model })
      return model
    },

    /** The progress of a base with the current model; null if the organization has none. */
    async progressOf(base: { id: number; organizationId: number }): Promise<EmbeddingProgress | null> {
      const model = await embedder.modelOf(base.organizationId)
      if (model === undefined) return null
      const { passages, models } = await vectorRepository.stateOf(db, base.id)
      const state = models.get(model)
      const done = state?.passages ?? 0
      const progress = { model, done, total: passages }
      if (done >= passages || !state?.error) return { ...progress, error: null }
      const message = readStoredText(state.error)
      return {
        ...progress,
        error: textOf(message),
        ...(typeof message === 'string' ? {} : toMessageFields(message)),
      }
    },
  }
}

/** Identifies one state of a base for the search thread. */
export const versionOf = (version: number, model: string | undefined): string => `${version}:${model ?? ''}`

export type Serving = ReturnType<typeof createServing>
