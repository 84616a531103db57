import { FILE_LIMITS, fileListSchema, uploadedFileSchema, uploadFileSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { FileService } from './file.service.ts'

const tag = 'Files'
/** Space for the other parts of a form. */
const FORM_OVERHEAD = 64 * 1024

/** Single text files for prompts. */
export const createFileRoutes = ({ files }: { files: FileService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/files',
    tag,
    summary: 'List your files',
    description: 'Your uploaded text files.',
    access: 'user',
    answer: fileListSchema,
    handle: async ({ caller }) => ({ files: await files.list(caller) }),
  }),
  endpoint({
    method: 'POST',
    path: '/files',
    tag,
    summary: 'Upload a text file',
    description: '`.txt`, `.json` or `.md`. Replaces a file of the same name.',
    access: 'author',
    bodyKind: 'form',
    bodyLimit: FILE_LIMITS.textBytes + FORM_OVERHEAD,
    body: uploadFileSchema,
    answer: uploadedFileSchema,
    handle: async ({ body: { file }, caller }) =>
      files.upload(caller, { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/files/{path+}',
    tag,
    summary: 'Delete a file',
    description: 'One of your uploaded files, by its path in the list.',
    access: 'user',
    params: z.object({ path: z.string().max(1000) }),
    answer: 'none',
    handle: ({ params, caller }) => files.delete(caller, params.path),
  }),
]
