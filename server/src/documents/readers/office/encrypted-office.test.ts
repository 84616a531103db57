import { createCipheriv, createHash } from 'node:crypto'
import office from 'officecrypto-tool'
import { describe, expect, it } from 'vitest'
import { docxOf, paragraph, pptxOf, shape, xlsxOf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

const read = (bytes: Uint8Array, password?: string) =>
  readDocument(bytes, { filename: 'unit.docx', ...(password === undefined ? {} : { password }) })
const textOf = async (bytes: Uint8Array, password: string) =>
  (await read(bytes, password)).blocks.map(({ text }) => text).join('\n')
const protectedFile = (bytes: Uint8Array, password: string, type?: 'standard') =>
  office.encrypt(Buffer.from(bytes), { password, ...(type ? { type } : {}) })

const plain = await docxOf(paragraph('Chlorophyll is green.'))
/** Made once: deriving its key takes more than a second. */
const agileFile = protectedFile(plain, 'Sésamo 1')

describe.each([
  ['agile', agileFile],
  ['standard', protectedFile(plain, 'Sésamo 1', 'standard')],
])('an Office file with a password (%s)', (_way, file) => {
  it('is read with it, and asks for it without', async () => {
    await expect(read(file)).rejects.toMatchObject({ code: 'needs_password' })
    await expect(read(file, 'sesame')).rejects.toMatchObject({ code: 'wrong_password' })
    expect(await textOf(file, 'Sésamo 1')).toContain('Chlorophyll is green.')
  })
})

const sha1 = (...parts: Uint8Array[]) => createHash('sha1').update(Buffer.concat(parts)).digest()
const encipher = (bits: number, key: Buffer, bytes: Buffer) => {
  const aes = createCipheriv(`aes-${bits}-ecb`, key, null).setAutoPadding(false)
  return Buffer.concat([aes.update(bytes), aes.final()])
}

/** The library writes keys of 128 bits only: its output is encrypted again with a longer key, in the same places. */
function withLongerKey(file: Buffer, plain: Uint8Array, password: string, bits: 192 | 256): Buffer {
  const info = file.indexOf(Buffer.from('0400020024000000', 'hex'))
  const at = info + 12 + file.readUInt32LE(info + 8)
  let hash = sha1(file.subarray(at + 4, at + 20), Buffer.from(password, 'utf16le'))
  for (let turn = 0; turn < 50_000; turn += 1) hash = sha1(Uint8Array.of(turn, turn >> 8, 0, 0), hash)
  const last = sha1(hash, Buffer.alloc(4))
  const half = (pad: number) => sha1(Buffer.alloc(64, pad).map((byte, i) => byte ^ (last[i] ?? 0)))
  const keyOf = (length: number) => Buffer.concat([half(0x36), half(0x5c)]).subarray(0, length / 8)
  const padded = Buffer.concat([plain, Buffer.alloc(16 - (plain.length % 16))])
  const content = file.indexOf(encipher(128, keyOf(128), padded.subarray(0, plain.length & ~15)))
  expect(content).toBeGreaterThan(0)
  const copy = Buffer.from(file)
  copy.set(encipher(bits, keyOf(bits), padded), content)
  copy.writeUInt32LE(bits === 192 ? 0x660f : 0x6610, info + 20)
  copy.writeUInt32LE(bits, info + 28)
  const verifier = Buffer.alloc(16, 7)
  copy.set(encipher(bits, keyOf(bits), verifier), at + 20)
  copy.set(encipher(bits, keyOf(bits), Buffer.concat([sha1(verifier), Buffer.alloc(12)])), at + 40)
  return copy
}

describe('a protected Office file', () => {
  // Small ones lie among others in shared sectors, large ones in sectors of their own.
  it.each([
    [192, 1],
    [256, 1],
    [256, 2000],
  ] as const)('may have a key of %i bits (%i paragraphs)', async (bits, count) => {
    const random = (at: number) => sha1(Uint8Array.of(at, at >> 8)).toString('hex')
    const plain = await docxOf(
      Array.from({ length: count }, (_, at) => paragraph(`Leaf ${random(at)}`)).join(''),
    )
    const file = withLongerKey(protectedFile(plain, 'ñandú', 'standard'), plain, 'ñandú', bits)
    expect(await textOf(file, 'ñandú')).toContain(`Leaf ${random(count - 1)}`)
    await expect(read(file, 'nandu')).rejects.toMatchObject({ code: 'wrong_password' })
    await expect(read(file)).rejects.toMatchObject({ code: 'needs_password' })
    for (const length of [600, file.length >> 1])
      await expect(read(file.subarray(0, length), 'ñandú')).rejects.toMatchObject({
        name: 'UnreadableDocument',
        code: expect.stringMatching(/corrupt|unsupported/),
      })
  })

  it('may be slides or a workbook', async () => {
    const slides = await pptxOf([{ shapes: shape('Photosynthesis') }])
    const book = await xlsxOf([
      { name: 'Plants', rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>Leaf</t></is></c></row>' },
    ])
    expect(await textOf(protectedFile(slides, 'a', 'standard'), 'a')).toContain('Photosynthesis')
    expect(await textOf(protectedFile(book, 'a', 'standard'), 'a')).toContain('Leaf')
  })

  it('that is only protected against changes is read without a password', async () => {
    const file = protectedFile(await docxOf(paragraph('Open to readers')), 'VelvetSweatshop')
    expect((await read(file)).blocks[0]?.text).toBe('Open to readers')
  })

  it('that is damaged or asks for endless work is refused', async () => {
    const file = agileFile.toString('latin1')
    const damaged = Buffer.from(file.replace('keyEncryptors', 'keyXncryptors'), 'latin1')
    await expect(read(damaged, 'a')).rejects.toMatchObject({ code: 'corrupt' })
    const endless = Buffer.from(file.replace('spinCount="100000"', 'spinCount="99999999"'), 'latin1')
    await expect(read(endless, 'a')).rejects.toMatchObject({ code: 'corrupt' })
  })
})
