import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'

/** Old pages send null for empty fields. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)
/** The same, and an empty text. */
export const orEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), maybe(schema))

// PostgreSQL can't store U+0000 in a text; refused here with a clear message.
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))

/** A checkbox of a form arrives as text. */
export const flag = z.union([z.boolean(), z.stringbool()])
