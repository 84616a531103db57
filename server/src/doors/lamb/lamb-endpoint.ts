import * as z from 'zod'
import { notFound } from '../../platform/errors.ts'
import {
  type Access,
  type Endpoint,
  type ForeignSpec,
  foreignEndpoint,
} from '../../platform/http/endpoint.ts'

/** An endpoint of LAMB's API. */
export const lambEndpoint = foreignEndpoint('LAMB')

/** What all endpoints of a group have in common. */
type Group<A extends Access, P extends z.ZodType> = { base: string } & Pick<
  ForeignSpec<A, P, z.ZodType, z.ZodType>,
  'tag' | 'access' | 'params' | 'errors' | 'openToGuests' | 'description' | 'bodyKind'
>
type Rest<A extends Access, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Omit<
  ForeignSpec<A, P, Q, B>,
  'tag' | 'access' | 'params' | 'method' | 'path' | 'summary'
>

/** Makes endpoints of LAMB's API for the same callers, whose paths begin in the same way. */
export const lambGroup =
  <A extends Access, P extends z.ZodType = z.ZodType>({ base, ...group }: Group<A, P>) =>
  <Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType>(
    method: Endpoint['method'],
    path: string | readonly string[],
    summary: string,
    rest: Rest<A, P, Q, B>,
  ): Endpoint =>
    lambEndpoint({ ...group, ...rest, method, path: [path].flat().map((end) => base + end), summary })

/** A number in a path. LAMB's ids are any text: one that can't exist here is not found, as there. */
export const idOf = (kind: string) =>
  z.coerce.string().transform((text) => {
    if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(kind)
    return Number(text)
  })
