import * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import { idOf, lambGroup } from '../lamb-endpoint.ts'

export interface KbServerDeps {
  knowledge: Knowledge
  publicUrl: string
  version: string
}

export const group = { tag: 'knowledge-base server', access: 'author', base: '/kb-server' } as const
export const collections = { ...group, base: `${group.base}/collections` }
export const params = z.object({ id: idOf('Collection') })

export const route = lambGroup(group)
export const ofCollection = lambGroup({ ...collections, base: `${collections.base}/{id}`, params })

/** For requests that set an embedding model or its key. */
export const NOT_STORED = 'Nothing was changed: the embedding model of the organization applies'
