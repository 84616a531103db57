import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'

/** A window of the builder tells that it is open. */
export const presenceSchema = z.object({
  window: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,64}$/, fieldText('fields.window_id'))
    .meta({ description: 'Chosen by the client, and constant while the window is open' }),
  editing: z.boolean().default(false).meta({ description: 'Whether it has unsaved changes' }),
})
export type Presence = z.output<typeof presenceSchema>

export const presentPeopleSchema = z.object({
  people: z
    .array(
      z.object({
        name: z.string(),
        you: z.boolean().meta({ description: 'Your own account, in another window' }),
        editing: z.boolean(),
      }),
    )
    .meta({ description: 'Other windows, one entry per person' }),
  version: z.number().meta({ description: 'The saved version' }),
  saved_by: z
    .object({ name: z.string(), you: z.boolean() })
    .nullable()
    .meta({ description: 'Who saved it; null for the first version, or if the account was deleted' }),
})
export type PresentPeople = z.infer<typeof presentPeopleSchema>
