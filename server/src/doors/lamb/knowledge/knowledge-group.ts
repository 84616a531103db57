import * as z from 'zod'
import { idOf, lambGroup } from '../lamb-endpoint.ts'

export const group = { tag: 'knowledge bases', access: 'author', base: '/creator/knowledgebases' } as const
const one = `${group.base}/kb/{id}`
const params = z.object({ id: idOf('Knowledge base') })

export const route = lambGroup(group)
export const ofBase = lambGroup({ ...group, base: one, params })
export const ofFile = lambGroup({
  ...group,
  base: `${one}/files/{file}`,
  params: params.extend({ file: idOf('File') }),
})
