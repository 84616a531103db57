import {
  assistantPictureListSchema,
  assistantPictureSchema,
  idSchema,
  PICTURE_LIMITS,
  pictureQuerySchema,
  uploadPictureSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { PictureService } from './picture.service.ts'

const tag = 'Assistants'
const PATH = '/assistants/{id}/picture'
const params = z.object({ id: idSchema })
/** Space for the other parts of a form, and for a file that is a little too large, which gets a clear message. */
const FORM_BYTES = 2 * PICTURE_LIMITS.bytes

interface PictureRouteDeps {
  assistantPictures: PictureService
}

export const createPictureRoutes = ({ assistantPictures: pictures }: PictureRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistant-pictures',
    tag,
    summary: 'List pictures of assistants',
    description: 'Lists which of these assistants have a picture. Assistants you can’t use are left out.',
    access: 'user',
    openToGuests: true,
    query: pictureQuerySchema,
    answer: assistantPictureListSchema,
    handle: ({ caller, query }) => pictures.list(caller, query.ids),
  }),
  endpoint({
    answer: 'file',
    method: 'GET',
    path: PATH,
    tag,
    summary: 'Get the picture of an assistant',
    description: 'A PNG, JPEG or WebP file. For everyone who can use the assistant.',
    access: 'user',
    openToGuests: true,
    params,
    query: z.object({
      mark: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'From the list, so that caches notice changes' }),
    }),
    async handle({ caller, params: { id }, query }) {
      const { content_type, bytes, mark } = await pictures.get(caller, id)
      return new Reply(Buffer.from(bytes), {
        'content-type': content_type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': query.mark === mark ? 'private, max-age=86400, immutable' : 'private, no-cache',
      })
    },
  }),
  endpoint({
    method: 'PUT',
    path: PATH,
    tag,
    summary: 'Set the picture of an assistant',
    description: `PNG, JPEG or WebP, at most ${PICTURE_LIMITS.bytes / 1024} KiB and ${PICTURE_LIMITS.side} pixels wide and high. Replaces the current picture. Duplicates and exported files include it.`,
    access: 'author',
    params,
    bodyKind: 'form',
    bodyLimit: FORM_BYTES,
    body: uploadPictureSchema,
    answer: assistantPictureSchema,
    handle: async ({ caller, params: { id }, body }) =>
      pictures.set(caller, id, Buffer.from(await body.file.arrayBuffer())),
  }),
  endpoint({
    method: 'DELETE',
    path: PATH,
    tag,
    summary: 'Delete the picture of an assistant',
    description: 'Its initials are shown instead.',
    access: 'author',
    params,
    answer: 'none',
    async handle({ caller, params: { id } }) {
      await pictures.remove(caller, id)
    },
  }),
]
