import type { Picture } from './message.ts'

/** Limits of models and requests. */
export const PICTURES = {
  most: 4,
  bytes: 20_000_000,
  types: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
} as const
/** Models don't use more; larger images only take longer. */
const MAX_SIDE = 2048
/** Smaller files are sent unchanged. */
const MAX_UNCHANGED_BYTES = 1_500_000

export type PictureFault = 'type' | 'size' | 'count' | 'unreadable'
export interface RefusedPicture {
  name: string
  fault: PictureFault
}

/** Which files can be attached to a question that already has `already` images. Pure. */
export function choosePictures(
  files: readonly File[],
  already: number,
): { chosen: File[]; refused: RefusedPicture[] } {
  const chosen: File[] = []
  const refused: RefusedPicture[] = []
  for (const file of files) {
    const fault = faultOf(file, already + chosen.length)
    if (fault) refused.push({ name: file.name, fault })
    else chosen.push(file)
  }
  return { chosen, refused }
}

function faultOf(file: File, count: number): PictureFault | undefined {
  if (!PICTURES.types.some((type) => type === file.type)) return 'type'
  if (file.size > PICTURES.bytes) return 'size'
  return count >= PICTURES.most ? 'count' : undefined
}

/** The size in which it is sent: never enlarged. Pure. */
export function sentSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Rejects if the browser can't read it as an image. */
export async function readPicture(file: File): Promise<Picture> {
  const bitmap = await createImageBitmap(file)
  try {
    const { width, height } = sentSize(bitmap.width, bitmap.height)
    const isPlain = file.size <= MAX_UNCHANGED_BYTES && width === bitmap.width
    return { name: file.name, url: await toDataUrl(isPlain ? file : await shrink(bitmap, width, height)) }
  } finally {
    bitmap.close()
  }
}

function shrink(bitmap: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser can’t draw')
  // Transparent areas would turn black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
      'image/jpeg',
      0.85,
    )
  })
}

export const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(blob)
  })
