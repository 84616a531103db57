export interface ImageType {
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  extension: 'png' | 'jpg' | 'webp' | 'gif'
}

/**
 * Detected from the first bytes; the declared type is not trusted. SVG is not accepted, because it can contain
 * scripts. Pure.
 */
export function findImageType(bytes: Buffer): ImageType | undefined {
  if (startsWith(bytes, '89504e470d0a1a0a')) return { contentType: 'image/png', extension: 'png' }
  if (startsWith(bytes, 'ffd8ff')) return { contentType: 'image/jpeg', extension: 'jpg' }
  if (startsWith(bytes, '474946383761') || startsWith(bytes, '474946383961')) {
    return { contentType: 'image/gif', extension: 'gif' }
  }
  const isWebp = startsWith(bytes, '52494646') && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? { contentType: 'image/webp', extension: 'webp' } : undefined
}

const RASTER: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])
/** Types that a browser may display; all others are sent as downloads. */
export const isRasterImage = (contentType: string): boolean => RASTER.has(contentType)

const startsWith = (bytes: Buffer, hex: string): boolean => bytes.toString('hex', 0, hex.length / 2) === hex
