import { FILE_LIMITS, publicFileQuerySchema, uploadFileSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type FileService, isRasterImage, type OpenFile } from '../../modules/files/index.ts'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { lambGroup } from './lamb-endpoint.ts'

const group = { tag: 'files', access: 'user', base: '/creator/files' } as const
const params = z.object({ path: z.string().max(1000) })
const signedIn = lambGroup(group)
const author = lambGroup({ ...group, access: 'author' })
const own = lambGroup({ ...group, params })
const stored = lambGroup({ ...group, access: 'optional', base: '/static/public', params })
/** Space for the other parts of a form. */
const FORM_OVERHEAD = 64 * 1024

/** Single files for prompts (LAMB's contract §9), and the URLs of images (§2). */
export function createLambFileRoutes({ files }: { files: FileService }): Endpoint[] {
  return [
    signedIn('GET', '/list', 'List your files', {
      handle: ({ caller }) => files.list(caller),
    }),
    author('POST', '/upload', 'Upload a text file', {
      description: '`.txt`, `.json` or `.md`. Replaces a file of the same name.',
      bodyKind: 'form',
      bodyLimit: FILE_LIMITS.textBytes + FORM_OVERHEAD,
      body: uploadFileSchema,
      handle: async ({ body: { file }, caller }) =>
        files.upload(caller, { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) }),
    }),
    own('DELETE', '/delete/{path+}', 'Delete a file', {
      async handle({ params, caller }) {
        await files.delete(caller, params.path)
        return { success: true, message: 'File deleted successfully' }
      },
    }),
    stored('GET', '/{path+}', 'Get a file', {
      description: 'An image by its signed URL, or one of your own files.',
      query: publicFileQuerySchema,
      async handle({ params, query, caller, exchange }) {
        const file = await files.getPublic(params.path, query.sig, caller)
        const headers = headersFor(file)
        if (exchange.hasVersion(headers.etag)) return new Reply(null, headers, 304)
        return new Reply(await file.read(), { ...headers, 'content-type': file.contentType })
      },
    }),
  ]
}

/** These files are user content: browsers may display images, must run nothing, and must download everything else. */
const headersFor = (file: OpenFile) => ({
  etag: `"${file.mark}"`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // An image's name is never reused; a text may be replaced at any time.
  'cache-control': file.kind === 'image' ? 'private, max-age=86400, immutable' : 'private, no-cache',
  ...(isRasterImage(file.contentType)
    ? {}
    : { 'content-disposition': `attachment; filename*=UTF-8''${toHeaderName(file.name)}` }),
})

const toHeaderName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
