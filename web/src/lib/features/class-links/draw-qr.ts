export interface DrawnQr {
  svg: string
  png: Blob
}

/** In pixels: sharp on a projector and in print. */
const PNG_WIDTH = 1024

/** Draws a QR code in the browser: the link is sent to no one. The library is loaded when it is first needed. */
export async function drawQr(text: string): Promise<DrawnQr> {
  const { default: QRCode } = await import('qrcode')
  const options = { errorCorrectionLevel: 'M', margin: 2 } as const
  const svg = await QRCode.toString(text, { ...options, type: 'svg' })
  const canvas = document.createElement('canvas')
  await QRCode.toCanvas(canvas, text, { ...options, width: PNG_WIDTH })
  const png = await new Promise<Blob>((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('canvas is empty'))), 'image/png'),
  )
  return { svg, png }
}
