import * as zod from 'zod'
import { deferring, unwrapping, unwrapResult } from './deferred.ts'

// The build and the tests import this as `zod` (scripts/server/lazy-schemas.mjs).
export * from 'zod'

export const string = deferring(zod.string)
export const number = deferring(zod.number)
export const int = deferring(zod.int)
export const boolean = deferring(zod.boolean)
export const unknown = deferring(zod.unknown)
export const literal = deferring(zod.literal)
export const email = deferring(zod.email)
export const url = deferring(zod.url)
export const file = deferring(zod.file)
export const object = deferring(zod.object)
export const looseObject = deferring(zod.looseObject)
export const strictObject = deferring(zod.strictObject)
export const array = deferring(zod.array)
export const tuple = deferring(zod.tuple)
export const record = deferring(zod.record)
export const union = deferring(zod.union)
export const discriminatedUnion = deferring(zod.discriminatedUnion)
export const preprocess = deferring(zod.preprocess)
export const stringbool = deferring(zod.stringbool)
const enumeration = deferring(zod.enum)
const nothing = deferring(zod.null)

export { enumeration as enum, nothing as null }

export const coerce = {
  ...zod.coerce,
  string: deferring(zod.coerce.string),
  number: deferring(zod.coerce.number),
  boolean: deferring(zod.coerce.boolean),
}

export const lazy: typeof zod.lazy = (get) => zod.lazy(unwrapResult(get))
export const toJSONSchema = unwrapping(zod.toJSONSchema)
