import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'
import { testRunSchema } from './tests.ts'

/** When the tests of an assistant run by themselves. */
export const testScheduleDraftSchema = z.object({
  every: z.enum(['daily', 'weekly']),
  weekday: z.int().min(1).max(7).nullish().meta({
    description: 'For weekly runs: 1 is Monday. Default: the day of the week on which it is set up',
  }),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldText('fields.time_invalid'))
    .default('06:00')
    .meta({ description: 'Hours and minutes, in the time zone' }),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, fieldText('fields.time_zone_invalid'))
    .default('UTC')
    .meta({ description: 'Such as `Europe/Madrid`' }),
  take_over: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether another person’s schedule becomes the caller’s' }),
})
export type TestScheduleDraft = z.output<typeof testScheduleDraftSchema>

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

const changeSchema = <Value extends z.ZodType>(value: Value) =>
  z.object({ before: value, after: value }).nullable()

export const testNoticeSchema = z.object({
  run_id: z.number(),
  created_at: z.number(),
  tests: z.array(z.object({ id: z.number(), title: z.string() })),
  model: changeSchema(z.string()).meta({
    description: 'Whether a different model answered than in the last run',
  }),
  version: changeSchema(z.number()).meta({
    description: 'Whether the assistant has changed since the last run',
  }),
})
export type TestNotice = z.output<typeof testNoticeSchema>

export const testScheduleSchema = z.object({
  every: z.enum(['off', 'daily', 'weekly']),
  weekday: z.number().nullable(),
  time: z.string(),
  time_zone: z.string(),
  next_at: z.number().nullable().meta({ description: 'null while nothing is planned' }),
  owner: z.string().nullable().meta({ description: 'The person whose permissions and budget the tests use' }),
  is_owner: z.boolean(),
  stopped: z
    .object({ message: z.string(), ...messageFields })
    .nullable()
    .meta({ description: 'Why the server turned it off' }),
  last_run: testRunSchema.nullable().meta({ description: 'The newest scheduled run' }),
  notice: testNoticeSchema
    .nullable()
    .meta({ description: 'Tests that passed before and fail now; only for the owner, until dismissed' }),
})
export type TestSchedule = z.output<typeof testScheduleSchema>
