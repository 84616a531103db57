import * as z from 'zod'
import { filePath } from '../workspace-tool.ts'

const line = (description: string) => z.number().int().meta({ description: description })

export const patchInput = z.object({
  file_path: filePath(),
  changes: z
    .array(
      z.object({
        line_start: line('First line to replace, counted from 1 in the file as it is now'),
        line_end: line(
          'Last line to replace; line_start - 1 inserts before line_start without replacing anything',
        ),
        old_content: z.string().meta({
          description: 'Exactly the lines line_start to line_end as they are now; empty for an insertion',
        }),
        new_content: z.string().meta({ description: 'The replacement lines; empty deletes the lines' }),
        reason: z.string().default('').meta({ description: 'Why, in a few words' }),
      }),
    )
    .max(500),
})

export type PatchInput = z.infer<typeof patchInput>
export type Change = PatchInput['changes'][number]
