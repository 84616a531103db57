import * as z from 'zod'

export const FILE_LIMITS = {
  textBytes: 10 * 1024 * 1024,
  imageBytes: 20 * 1024 * 1024,
  nameChars: 150,
  filesPerUser: 500,
  bytesPerUser: 200 * 1024 * 1024,
  extensions: ['.txt', '.json', '.md'],
} as const

export const uploadFileSchema = z.object({ file: z.file() })

/** `path` is the value of an assistant's `file_path`. */
export const uploadedFileSchema = z.object({ path: z.string(), name: z.string() })
export type UploadedFile = z.infer<typeof uploadedFileSchema>

export const fileListSchema = z.object({
  files: z.array(uploadedFileSchema.extend({ size: z.number(), created_at: z.number() })),
})

export const publicFileQuerySchema = z.object({
  sig: z.string().max(200).optional().meta({ description: 'Part of a URL that the server returned' }),
})
