import office from 'officecrypto-tool'
import { describe, expect, it } from 'vitest'
import { docxOf, paragraph, pptxOf, shape, xlsxOf } from './documents.testing.ts'
import { readDocument } from './read-document.ts'

const read = (bytes: Uint8Array, password?: string) =>
  readDocument(bytes, { filename: 'unit.docx', ...(password === undefined ? {} : { password }) })
const textOf = async (bytes: Uint8Array, password: string) =>
  (await read(bytes, password)).blocks.map(({ text }) => text).join('\n')
const protectedFile = (bytes: Uint8Array, password: string, type?: 'standard') =>
  office.encrypt(Buffer.from(bytes), { password, ...(type ? { type } : {}) })

describe.each([undefined, 'standard'] as const)('an Office file with a password (%s)', (type) => {
  it('is read with it, and asks for it without', async () => {
    const file = protectedFile(await docxOf(paragraph('Chlorophyll is green.')), 'Sésamo 1', type)
    await expect(read(file)).rejects.toMatchObject({ code: 'needs_password' })
    await expect(read(file, 'sesame')).rejects.toMatchObject({ code: 'wrong_password' })
    expect(await textOf(file, 'Sésamo 1')).toContain('Chlorophyll is green.')
  })
})

describe('a protected Office file', () => {
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
    const file = protectedFile(await docxOf(paragraph('Text')), 'a').toString('latin1')
    const damaged = Buffer.from(file.replace('keyEncryptors', 'keyXncryptors'), 'latin1')
    await expect(read(damaged, 'a')).rejects.toMatchObject({ code: 'corrupt' })
    const endless = Buffer.from(file.replace('spinCount="100000"', 'spinCount="99999999"'), 'latin1')
    await expect(read(endless, 'a')).rejects.toMatchObject({ code: 'corrupt' })
  })
})
