import { openPdf } from '../pdf/open-pdf.ts'
import { pagePixels } from '../pdf/page-images.ts'
import type { Pixels } from './pixels.ts'

/**
 * A JPEG taken apart. PDFs hold JPEGs as they are, and what reads PDFs can take them apart: so the picture is wrapped into one. Undefined
 * when it is damaged.
 */
export async function readJpeg(
  file: Buffer,
  { width, height, pixels }: { width: number; height: number; pixels: number },
): Promise<Pixels | undefined> {
  const pdf = await openPdf(wrap(file, width, height), undefined, pixels)
  try {
    const [picture] = await pagePixels(await pdf.getPage(1), pixels)
    return picture
  } finally {
    await pdf.destroy()
  }
}

const SPACES: Record<number, string> = { 1: '/DeviceGray', 4: '/DeviceCMYK' }

function wrap(file: Buffer, width: number, height: number): Uint8Array {
  const image = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${SPACES[channelsOf(file)] ?? '/DeviceRGB'} /BitsPerComponent 8 /Filter /DCTDecode /Length ${file.length} >>\nstream\n`
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Count 1 /Kids [3 0 R] >>'),
    Buffer.from(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    ),
    Buffer.from('<< /Length 5 >>\nstream\n/I Do\nendstream'),
    Buffer.concat([Buffer.from(image), file, Buffer.from('\nendstream')]),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(at)
    at += whole.length
    parts.push(whole)
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** How many colours its first frame has. */
function channelsOf(file: Buffer): number {
  let at = 2
  while (file[at] === 0xff && at + 10 < file.length) {
    const marker = file[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return file[at + 9] ?? 3
    at += 2 + file.readUInt16BE(at + 2)
  }
  return 3
}
