export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
/** Sharp at three times the largest size that pages show. */
const SIDE = 192

/** The largest square in the middle. Pure. */
export function centerSquare(width: number, height: number): { left: number; top: number; side: number } {
  const side = Math.min(width, height)
  return { left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2), side }
}

/**
 * A small square copy of a picture, without the file's location and camera data. Rejects if the browser can’t
 * read it as an image.
 */
export async function preparePicture(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  try {
    const { left, top, side } = centerSquare(bitmap.width, bitmap.height)
    const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('this browser can’t draw')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, left, top, side, side, 0, 0, SIDE, SIDE)
    // PNG keeps transparent areas; at this size it is small enough.
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png')
    })
  } finally {
    bitmap.close()
  }
}
