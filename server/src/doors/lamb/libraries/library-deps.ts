import * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import { idOf, lambGroup } from '../lamb-endpoint.ts'

export interface LibraryDeps {
  knowledge: Knowledge
  publicUrl: string
}

export const LIBRARIES = '/creator/libraries'
const group = { tag: 'libraries', access: 'author', base: LIBRARIES } as const
const params = z.object({ id: idOf('Library') })

export const route = lambGroup(group)
export const ofLibrary = lambGroup({ ...group, base: `${LIBRARIES}/{id}`, params })
export const ofItem = lambGroup({
  ...group,
  base: `${LIBRARIES}/{id}/items/{item}`,
  params: params.extend({ item: idOf('Item') }),
})
