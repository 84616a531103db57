import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { MAX_FILE_BYTES } from './upload-limits.ts'

export const KNOWLEDGE_LIMITS = {
  name: 100,
  description: 2000,
  question: 4000,
  fileName: 255,
  fileBytes: MAX_FILE_BYTES,
  bytesPerUser: 10 * 1024 * 1024 * 1024,
  filesPerUser: 20_000,
  basesPerUser: 1000,
  topK: 20,
  /** Rows per response. */
  page: 1000,
  /** Files per upload, texts per request. */
  filesAtOnce: 500,
  /** Files of a zip archive. */
  filesInZip: 2000,
} as const

export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))

export const whole = (least: number, most: number) => z.int().min(least).max(most)

/** A number in a URL. */
export const counted = (least: number, most: number, fallback: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback)
