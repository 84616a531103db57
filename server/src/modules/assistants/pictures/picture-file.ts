import { createHash } from 'node:crypto'
import { PICTURE_LIMITS, say } from '@bellwether/wire'
import { AppError, badRequest } from '../../../platform/errors.ts'
import { measurePicture } from '../../knowledge/index.ts'

export interface NewPicture {
  mark: string
  content_type: string
  bytes: Uint8Array
}

const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']
const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/

/** Type and size come from the content; what the client declares is not trusted. Pure. */
export function toPicture(bytes: Buffer): NewPicture {
  const measured = measurePicture(bytes)
  if (!measured || !TYPES.includes(measured.contentType)) throw badRequest(say('assistants.picture_type'))
  const { contentType, width, height } = measured
  // A small file can contain a huge picture, which would slow down every page that shows it.
  if (bytes.length > PICTURE_LIMITS.bytes || Math.max(width, height) > PICTURE_LIMITS.side)
    throw new AppError(
      'too_large',
      say('assistants.picture_too_large', { limit: PICTURE_LIMITS.bytes / 1024, side: PICTURE_LIMITS.side }),
    )
  const mark = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
  return { mark, content_type: contentType, bytes }
}

/** As in the file of an exported assistant. Pure. */
export const toDataUrl = ({ content_type, bytes }: NewPicture): string =>
  `data:${content_type};base64,${Buffer.from(bytes).toString('base64')}`

/** The picture in an exported assistant, if it has one. Pure. */
export function toImportedPicture({ picture }: Record<string, unknown>): NewPicture | undefined {
  if (picture === undefined || picture === null) return undefined
  const content = typeof picture === 'string' ? DATA_URL.exec(picture)?.[1] : undefined
  if (content === undefined) throw badRequest(say('assistants.picture_type'))
  return toPicture(Buffer.from(content, 'base64'))
}
