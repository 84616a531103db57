import * as z from 'zod'

/** Characters are those that the model gets. */
export const attachmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().meta({ description: 'Bytes of the file' }),
  characters: z.number().meta({ description: 'Characters of its text' }),
  cut: z.boolean().meta({ description: 'Whether the file has more text than the model gets' }),
})
export type Attachment = z.infer<typeof attachmentSchema>

export const attachmentListSchema = z.object({ attachments: z.array(attachmentSchema) })
export type AttachmentList = z.infer<typeof attachmentListSchema>

export const attachmentUploadSchema = z.object({ file: z.string().meta({ format: 'binary' }) })
