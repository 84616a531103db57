import * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'

export interface LibraryDeps {
  knowledge: Knowledge
  publicUrl: string
}

export const LIBRARIES = '/creator/libraries'
export const LIBRARY = `${LIBRARIES}/{id}`
export const THING = 'Library'
export const tag = 'LAMB: libraries'
export const params = z.object({ id: z.string().max(100) })
