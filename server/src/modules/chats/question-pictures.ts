import { findImageType } from '../files/index.ts'

/** An image sent with a question. */
export interface NewPicture {
  contentType: string
  bytes: Buffer
}

/** More than any client sends. Further images reach the model but are not stored. */
const MAX_PICTURES = 8
const MAX_BYTES = 20 * 1024 * 1024
const DATA_ADDRESS = /^data:image\/[\w.+-]{1,40};base64,/

/** The images embedded in a question. Linked images are not copied. Pure. */
export function picturesOf(content: unknown): NewPicture[] {
  if (!Array.isArray(content)) return []
  const pictures: NewPicture[] = []
  let remaining = MAX_BYTES
  for (const part of content) {
    const bytes = bytesOf(addressOf(part))
    // Detected from its first bytes; the declared type is not trusted.
    const type = bytes && findImageType(bytes)
    if (!bytes || !type || bytes.length > remaining || pictures.length === MAX_PICTURES) continue
    remaining -= bytes.length
    pictures.push({ contentType: type.contentType, bytes })
  }
  return pictures
}

function addressOf(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Reflect.get(part, 'type') !== 'image_url') return undefined
  const image: unknown = Reflect.get(part, 'image_url')
  return typeof image === 'object' && image !== null ? Reflect.get(image, 'url') : image
}

function bytesOf(address: unknown): Buffer | undefined {
  if (typeof address !== 'string') return undefined
  const head = DATA_ADDRESS.exec(address)?.[0]
  return head === undefined ? undefined : Buffer.from(address.slice(head.length), 'base64')
}
