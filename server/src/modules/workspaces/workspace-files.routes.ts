import { fileEditSchema, WORKSPACE_LIMITS, workspaceTreeSchema } from '@bellwether/wire'
import * as z from 'zod'
import { ANSWERED, type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { sendZip } from '../../platform/zip/send-zip.ts'
import type { Workspaces } from './create-workspaces.ts'
import type { DoneEdit } from './editing/edit-rows.ts'
import type { ReadFile } from './workspace-files.ts'

const tag = 'Workspaces: files'
const id = z.string().max(100)
const params = z.object({ id })
const ofFile = z.object({ id, path: z.string().max(1000) })
/** The bytes as they are sent. */
const content = z.custom<Buffer>((value) => Buffer.isBuffer(value))
const ZIP_BYTES = 200 * 1024 * 1024

export function createWorkspaceFileRoutes(workspaces: Workspaces): Endpoint[] {
  return [...createTreeRoutes(workspaces), ...createFileRoutes(workspaces), ...createZipRoutes(workspaces)]
}

const createTreeRoutes = (workspaces: Workspaces): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/workspaces/{id}/tree',
    tag,
    summary: 'List files and folders',
    description: 'Folders before their contents.',
    access: 'user',
    params,
    query: z.object({ path: z.string().max(1000).default('') }),
    answer: workspaceTreeSchema,
    async handle({ caller, params, query }) {
      const workspace = await workspaces.open(caller, 'see', params.id)
      return { entries: await workspaces.files.list(workspace, query.path, true) }
    },
  }),
]

const createFileRoutes = (workspaces: Workspaces): Endpoint[] => [
  endpoint({
    answer: 'file',
    method: 'GET',
    path: '/workspaces/{id}/files/{path+}',
    tag,
    summary: 'Get a file',
    description: 'The ETag is the hash of its content. `?download=1` downloads it.',
    access: 'user',
    params: ofFile,
    query: z.object({ download: z.string().max(10).optional() }),
    async handle({ caller, params, query, exchange }) {
      const workspace = await workspaces.open(caller, 'see', params.id)
      const file = await workspaces.files.read(workspace, params.path)
      const headers = headersFor(file, query.download !== undefined)
      return exchange.hasVersion(headers.etag)
        ? new Reply(null, headers, 304)
        : new Reply(file.bytes, headers)
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/workspaces/{id}/files/{path+}',
    tag,
    summary: 'Write a file',
    description: 'The body is the new content. With `If-Match`, only if the current content has that hash.',
    access: 'user',
    params: ofFile,
    bodyKind: 'bytes',
    body: content,
    bodyLimit: WORKSPACE_LIMITS.fileBytes,
    answer: fileEditSchema,
    async handle({ caller, params, body, exchange }) {
      const workspace = await workspaces.open(caller, 'edit', params.id)
      const ifMatch = exchange.header('if-match')?.replace(/^(W\/)?"(.*)"$/, '$2')
      return toAnswer(
        await workspaces.files.write(workspace, {
          path: params.path,
          bytes: body,
          userId: caller.userId,
          ifMatch,
        }),
      )
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/workspaces/{id}/files/{path+}',
    tag,
    summary: 'Delete a file',
    description: 'Can be undone.',
    access: 'user',
    params: ofFile,
    answer: fileEditSchema,
    async handle({ caller, params }) {
      const workspace = await workspaces.open(caller, 'edit', params.id)
      return toAnswer(await workspaces.files.remove(workspace, params.path, caller.userId))
    },
  }),
]

const createZipRoutes = (workspaces: Workspaces): Endpoint[] => [
  endpoint({
    answer: 'file',
    method: 'GET',
    path: '/workspaces/{id}/zip',
    tag,
    summary: 'Download all files as a zip',
    description: 'The current files, without checkpoints.',
    access: 'user',
    params,
    async handle({ caller, params, exchange }) {
      const workspace = await workspaces.open(caller, 'see', params.id)
      await sendZip(workspaces.files.zip(workspace), exchange, {
        filename: 'workspace.zip',
        userId: caller.userId,
      })
      return ANSWERED
    },
  }),
  endpoint({
    method: 'POST',
    path: '/workspaces/{id}/zip',
    tag,
    summary: 'Upload a zip',
    description:
      'The body is the zip. It is unpacked completely or not at all; files of the same name are replaced.',
    access: 'user',
    params,
    bodyKind: 'bytes',
    body: content,
    bodyLimit: ZIP_BYTES,
    answer: z.object({
      written: z.number(),
      skipped: z.array(z.string()),
      checkpoint: z.string(),
      before_checkpoint: z.string(),
    }),
    async handle({ caller, params, body }) {
      const workspace = await workspaces.open(caller, 'edit', params.id)
      return workspaces.files.unzip(workspace, body, caller.userId)
    },
  }),
]

/** These files are untrusted: a browser shows them as text at most, isolated from our pages. */
function headersFor(file: ReadFile, download: boolean) {
  const isText = !file.bytes.subarray(0, 8192).includes(0)
  const name = encodeURIComponent(file.path.split('/').at(-1) ?? 'file')
  return {
    etag: `"${file.hash}"`,
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
    'content-disposition': `${download || !isText ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
  }
}

export const toAnswer = ({ diffOmitted: _omitted, ...edit }: DoneEdit) => edit
