import * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'

export interface KbServerDeps {
  knowledge: Knowledge
  publicUrl: string
  version: string
}

export const PREFIX = '/kb-server'
export const COLLECTION = `${PREFIX}/collections/{id}`
export const tag = 'Knowledge-base server'
export const params = z.object({ id: z.string().max(100) })

/** For requests that set an embedding model or its key. */
export const NOT_STORED = 'Nothing was changed: the embedding model of the organization applies'
