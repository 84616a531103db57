import { corrupt, needsPassword, wrongPassword } from '../unreadable-document.ts'

/** A text item of pdf.js; other items have no `str`. */
export interface TextItem {
  /** The type of other items, and what tags call them. */
  type?: string
  id?: string
  str?: string
  dir?: string
  width?: number
  height?: number
  transform?: number[]
  /** Whether a line ends after it. */
  hasEOL?: boolean
}

/** The part of pdf.js that reading uses. */
export interface PdfPage {
  view: number[]
  rotate: number
  getTextContent: (options: {
    disableNormalization: boolean
    includeMarkedContent: boolean
  }) => Promise<{ items: TextItem[] }>
  getOperatorList: () => Promise<{ fnArray: number[]; argsArray: unknown[] }>
  objs: PdfObjects
  commonObjs: PdfObjects
  getAnnotations: () => Promise<object[]>
  /** The structure tree of a page in a tagged file. */
  getStructTree: () => Promise<unknown>
  cleanup: () => unknown
}

export interface PdfObjects {
  get: (name: string, arrived: (object: unknown) => void) => unknown
}

export interface Pdf {
  numPages: number
  getPage: (number: number) => Promise<PdfPage>
  getMetadata: () => Promise<{ info: object }>
  destroy: () => Promise<void>
}

export async function withPage<T>(pdf: Pdf, number: number, use: (page: PdfPage) => Promise<T>): Promise<T> {
  const page = await pdf.getPage(number)
  try {
    return await use(page)
  } finally {
    page.cleanup()
  }
}

/** Without a password an empty one is tried, and with one that is wrong too: many files are only protected against changes. */
export async function openPdf(bytes: Uint8Array, password: string | undefined, pixels: number): Promise<Pdf> {
  requireWhole(bytes)
  try {
    return await open(bytes, password, pixels)
  } catch (error) {
    if (!isAboutPassword(error)) throw corrupt(error)
    if (password === undefined || password === '') throw needsPassword()
  }
  return open(bytes, undefined, pixels).catch((error: unknown) => {
    throw isAboutPassword(error) ? wrongPassword() : corrupt(error)
  })
}

const isAboutPassword = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException'

async function open(bytes: Uint8Array, password: string | undefined, pixels: number): Promise<Pdf> {
  addTransfer()
  const { getDocumentProxy } = await import('unpdf')
  // A copy, because pdf.js takes ownership of the bytes; not a Buffer, which it refuses.
  return getDocumentProxy(new Uint8Array(bytes), {
    ...(password === undefined ? {} : { password }),
    verbosity: 0,
    maxImageSize: pixels,
    // Nothing is fetched and no system fonts are used: only text is read.
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
  })
}

/** pdf.js needs it for fonts and returns no images without it; Node has it from version 21 on. */
function addTransfer(): void {
  if ('transferToFixedLength' in ArrayBuffer.prototype) return
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    configurable: true,
    writable: true,
    value(this: ArrayBuffer, length = this.byteLength) {
      const fixed = new ArrayBuffer(length)
      new Uint8Array(fixed).set(new Uint8Array(this, 0, Math.min(length, this.byteLength)))
      return fixed
    },
  })
}

/** pdf.js repairs what it can; for a truncated file it would return some of the pages as if they were all. */
function requireWhole(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = file.toString('latin1', 0, 2048)
  const length = Number(/\/Linearized\b[^>]{0,300}?\/L\s+(\d{1,12})/.exec(start)?.[1] ?? 0)
  if (!file.includes('%%EOF') || length > file.length) throw corrupt()
}
