import * as z from 'zod'
import { messageFields, messageSchema } from '../messages/message-fields.ts'

const yesOrNo = z.enum(['true', 'false'])

/** The fields of the form besides the files. */
export const lambImportFieldsSchema = z.object({
  dry_run: yesOrNo.default('false').meta({ description: 'Only report what would be imported' }),
  on_conflict: z
    .enum(['refuse', 'skip', 'new-id'])
    .default('refuse')
    .meta({ description: 'What to do if an assistant’s id is already taken' }),
  existing: z
    .enum(['refuse', 'link', 'skip'])
    .default('refuse')
    .meta({ description: 'What to do if an organization or account with the same name already exists' }),
  trust_addresses: yesOrNo
    .default('false')
    .meta({ description: 'Whether organizations may keep private URLs of model providers' }),
  source: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\w .-]*$/)
    .optional()
    .meta({ description: 'A name for the installation, if it is a copy of another one' }),
  kb_url: z
    .string()
    .trim()
    .max(2000)
    .optional()
    .meta({ description: 'The URL of LAMB’s knowledge base server' }),
  kb_token: z.string().max(2000).optional(),
})

export const lambImportFormSchema = lambImportFieldsSchema.partial().extend({
  db: z.string().meta({ format: 'binary', description: 'LAMB’s database, `lamb_v4.db`' }),
  webui: z.string().optional().meta({ format: 'binary', description: 'Open WebUI’s database, `webui.db`' }),
  static: z
    .string()
    .optional()
    .meta({ format: 'binary', description: 'A zip of LAMB’s folder `static/public`, at most 512 MiB' }),
  kb_data: z.string().optional().meta({
    format: 'binary',
    description: 'A zip of the knowledge base server’s folder, at most 512 MiB',
  }),
  library_data: z.string().optional().meta({
    format: 'binary',
    description: 'A zip of the data folder of LAMB’s library manager, at most 512 MiB',
  }),
})

const count = z.int()
const totalsSchema = z.object({
  imported: count,
  unchanged: count.meta({ description: 'Imported by an earlier run' }),
  linked: count,
  skipped: count,
  failed: count,
  conflict: count,
})

export const lambImportReportSchema = z.object({
  state: z.enum(['done', 'refused']),
  totals: z.record(z.string(), totalsSchema).meta({ description: 'By kind of object' }),
  notices: z.array(z.string()),
  notice_messages: z.array(messageSchema).optional().meta({ description: 'The notices, for translation' }),
  entries: z
    .array(
      z.object({
        kind: z.string(),
        id: z.string(),
        name: z.string(),
        outcome: z.enum(['imported', 'unchanged', 'linked', 'skipped', 'failed', 'conflict']),
        to: z.string().optional().meta({ description: 'Its id here' }),
        notes: z.array(z.string()),
        note_messages: z.array(messageSchema).optional().meta({ description: 'The notes, for translation' }),
      }),
    )
    .meta({ description: 'Objects that were changed, left out or in conflict' }),
  omitted: count.meta({ description: 'The number of further objects that are not listed' }),
})
export type LambImportReport = z.infer<typeof lambImportReportSchema>

export const lambImportSchema = z.object({
  id: z.string(),
  state: z
    .enum(['running', 'done', 'refused', 'failed', 'interrupted'])
    .meta({ description: '`refused`: resolve the conflicts first. `interrupted`: start the import again.' }),
  dry_run: z.boolean(),
  progress: z.object({ step: z.string(), ...messageFields, done: count, total: count }).nullable(),
  report: lambImportReportSchema.nullable(),
  created_at: count,
  updated_at: count,
})
export type LambImport = z.infer<typeof lambImportSchema>

export const lambImportListSchema = z.object({ imports: z.array(lambImportSchema) })
