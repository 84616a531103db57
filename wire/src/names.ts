import * as z from 'zod'
import { fieldText } from './messages/fields.ts'

// Line breaks, control characters, characters that change the direction of the surrounding text, and lone surrogates.
const INVALID_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/u
const ALL_INVALID_IN_NAMES = new RegExp(INVALID_IN_NAMES, 'gu')
const IS_VISIBLE = /[^\p{Z}\p{Cf}]/u

/** A name as people type it, in any script. */
export const nameSchema = z
  .string()
  .trim()
  .refine((name) => name === '' || IS_VISIBLE.test(name), fieldText('fields.visible_character'))
  .refine((name) => !INVALID_IN_NAMES.test(name), fieldText('fields.control_characters'))

/** A name that another program gives, as one line. Pure. */
export const toNameLine = (name: string): string => name.replace(ALL_INVALID_IN_NAMES, ' ').trim()
