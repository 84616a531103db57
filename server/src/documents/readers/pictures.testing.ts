/** Letters of 5 × 7 dots, enough for the words that the tests recognize. */
const LETTERS: Record<string, string> = {
  E: '11111 10000 10000 11110 10000 10000 11111',
  H: '10001 10001 10001 11111 10001 10001 10001',
  L: '10000 10000 10000 10000 10000 10000 11111',
  O: '01110 10001 10001 10001 10001 10001 01110',
  T: '11111 00100 00100 00100 00100 00100 00100',
  I: '01110 00100 00100 00100 00100 00100 01110',
  N: '10001 11001 11001 10101 10011 10011 10001',
  C: '01110 10001 10000 10000 10000 10001 01110',
  ' ': '00000 00000 00000 00000 00000 00000 00000',
}

export interface DrawnPicture {
  width: number
  height: number
  /** One byte for a dot: 0 is black. */
  dots: Uint8Array
}

/** Words drawn black on white, as a scanner would see them. */
export function drawWords(words: string, scale = 8): DrawnPicture {
  return drawPage([{ words, x: 0, y: 0 }], scale)
}

/** Lines of words, each at its place, in letters and lines from the top left. */
export function drawPage(lines: readonly { words: string; x: number; y: number }[], scale = 8): DrawnPicture {
  const margin = 6 * scale
  const columns = Math.max(...lines.map(({ words, x }) => x + words.length))
  const rows = Math.max(...lines.map(({ y }) => y))
  const width = columns * 6 * scale + 2 * margin
  const height = (7 + rows * LINE) * scale + 2 * margin
  const dots = new Uint8Array(width * height).fill(255)
  for (const { words, x, y } of lines)
    for (const [index, letter] of [...words].entries())
      drawLetter({ width, dots, scale }, letter, margin + (x + index) * 6 * scale, margin + y * LINE * scale)
  return { width, height, dots }
}

/** From one line to the next, in dots of a letter. */
const LINE = 12

function drawLetter(
  { width, dots, scale }: { width: number; dots: Uint8Array; scale: number },
  letter: string,
  left: number,
  top: number,
): void {
  const rows = (LETTERS[letter] ?? '').split(' ')
  for (let y = 0; y < 7 * scale; y += 1)
    for (let x = 0; x < 5 * scale; x += 1)
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] === '1') dots[(top + y) * width + left + x] = 0
}

/** Clockwise. */
export function turnedBy(picture: DrawnPicture, quarters: number): DrawnPicture {
  if (quarters === 0) return picture
  const { width, height, dots } = turnedBy(picture, quarters - 1)
  const from = (at: number) => (height - 1 - (at % height)) * width + Math.floor(at / height)
  return { width: height, height: width, dots: dots.map((_dot, at) => dots[from(at)] ?? 0) }
}

/** The picture as a file: BMP, which needs no packing. */
export function toBitmap({ width, height, dots }: DrawnPicture): Uint8Array {
  const stride = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(54 + stride * height)
  file.write('BM', 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  // Rows from top to bottom.
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      file.fill(dots[y * width + x] ?? 0, 54 + y * stride + x * 3, 57 + y * stride + x * 3)
  }
  return file
}

/** The picture as an object of a PDF: grey, or one bit for a dot as fax machines and scanners write. */
export function toPdfPicture({ width, height, dots }: DrawnPicture, bits: 1 | 8): string {
  const data = bits === 8 ? dots : toBits(width, height, dots)
  const content = Buffer.from(data).toString('latin1')
  return `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent ${bits} /Length ${data.length} >>\nstream\n${content}\nendstream`
}

function toBits(width: number, height: number, dots: Uint8Array): Uint8Array {
  const stride = Math.ceil(width / 8)
  const bits = new Uint8Array(stride * height)
  for (const [index, dot] of dots.entries()) {
    const x = index % width
    const at = Math.floor(index / width) * stride + (x >> 3)
    if (dot > 127) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7))
  }
  return bits
}
