import { type MessageCode, say } from '@bellwether/wire'
import type { DocumentKind } from './document-text.ts'
import { UnreadableDocument, unsupported } from './unreadable-document.ts'

/** Zip-based kinds must be opened to tell them apart, and old Office files may be protected new ones. */
export type DetectedKind =
  | Exclude<DocumentKind, 'docx' | 'pptx' | 'xlsx' | 'opendocument' | 'epub'>
  | 'zip'
  | 'compound'

const MAGIC: [DetectedKind, (string | number)[]][] = [
  ['zip', ['PK\x03\x04']],
  ['zip', ['PK\x05\x06']],
  ['compound', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
  ['image', [0x89, 'PNG']],
  ['image', [0xff, 0xd8, 0xff]],
  ['image', ['GIF8']],
  ['image', ['II*\0']],
  ['image', ['MM\0*']],
  ['rtf', ['{\\rtf']],
]

/** First bytes of files that are not text, whatever their name. */
const NOT_TEXT: (string | number)[][] = [
  [0x1f, 0x8b],
  ['BZh9'],
  [0xfd, '7zXZ'],
  ["7z\xbc\xaf'\x1c"],
  ['Rar!\x1a\x07'],
  ['\x7fELF'],
  ['MZ\x90'],
  ['SQLite format 3\0'],
  ['OggS'],
  ['fLaC'],
  ['ID3', 3],
  ['ID3', 4],
  ['\0asm'],
  [0xca, 0xfe, 0xba, 0xbe],
  ['wOF2'],
  ['%!PS-Adobe'],
]

const BY_EXTENSION: Record<string, DetectedKind> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  rmd: 'markdown',
  qmd: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  geojson: 'json',
  vtt: 'subtitles',
  srt: 'subtitles',
  ipynb: 'notebook',
  tex: 'latex',
  latex: 'latex',
  ltx: 'latex',
  eml: 'mail',
  mht: 'mail',
  mhtml: 'mail',
  txt: 'text',
  text: 'text',
}
const BY_TYPE: Record<string, DetectedKind> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'json',
  'text/vtt': 'subtitles',
  'application/x-subrip': 'subtitles',
  'application/x-ipynb+json': 'notebook',
  'message/rfc822': 'mail',
  'multipart/related': 'mail',
  'application/x-tex': 'latex',
  'text/x-tex': 'latex',
}
type FileTypeCode = Extract<MessageCode, `parts.file_${string}`>

/** Files with these extensions must start with the matching bytes. */
const BINARY: Readonly<Record<string, FileTypeCode>> = {
  pdf: 'parts.file_pdf',
  docx: 'parts.file_word',
  docm: 'parts.file_word',
  doc: 'parts.file_word',
  pptx: 'parts.file_powerpoint',
  pptm: 'parts.file_powerpoint',
  ppt: 'parts.file_powerpoint',
  xlsx: 'parts.file_excel',
  xlsm: 'parts.file_excel',
  xls: 'parts.file_excel',
  odt: 'parts.file_opendocument',
  odp: 'parts.file_opendocument',
  ods: 'parts.file_opendocument',
  epub: 'parts.file_epub',
  rtf: 'parts.file_rtf',
  png: 'parts.file_image',
  jpg: 'parts.file_image',
  jpeg: 'parts.file_image',
  gif: 'parts.file_image',
  webp: 'parts.file_image',
  tif: 'parts.file_image',
  tiff: 'parts.file_image',
  bmp: 'parts.file_image',
}

/** What transcription models accept, with the types that they are sent with. Only knowledge bases have such a model. */
export const RECORDING_TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  mpga: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  flac: 'audio/flac',
  webm: 'video/webm',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
}

export const extensionOf = (filename: string) =>
  /\.([a-z0-9]{1,10})$/i.exec(filename.trim())?.[1]?.toLowerCase() ?? ''

/** Detects the kind by content, then by name. */
export function detectKind(bytes: Uint8Array, filename: string, contentType?: string): DetectedKind {
  const extension = extensionOf(filename)
  const magic = kindByMagic(bytes, extension)
  if (magic) return magic
  const promised = BINARY[extension]
  if (promised) {
    throw new UnreadableDocument(
      'corrupt',
      say('documents.wrong_extension', { extension, type: say(promised) }),
    )
  }
  if (Object.hasOwn(RECORDING_TYPES, extension)) throw unsupported(say('documents.unsupported_recording'))
  if (NOT_TEXT.some((start) => startsWith(bytes, start))) throw unsupported(say('documents.unsupported_type'))
  const kind = BY_EXTENSION[extension]
  if (kind) return kind
  const typed = BY_TYPE[contentType?.split(';')[0]?.trim().toLowerCase() ?? '']
  return typed ?? kindByLook(bytes)
}

function kindByMagic(bytes: Uint8Array, extension: string): DetectedKind | undefined {
  if (startsPdf(bytes, extension)) return 'pdf'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image'
  if (extension === 'bmp' && ascii(bytes, 0, 2) === 'BM') return 'image'
  return MAGIC.find(([, magic]) => startsWith(bytes, magic))?.[0]
}

/** A mail program or printer may add bytes before the PDF header, but a text may also mention it. */
function startsPdf(bytes: Uint8Array, extension: string): boolean {
  const start = ascii(bytes, 0, 1024)
  return extension === 'pdf' ? start.includes('%PDF-') : /^(?:\xef\xbb\xbf)?\s*%PDF-\d/.test(start)
}

function startsWith(bytes: Uint8Array, magic: readonly (string | number)[]): boolean {
  const expected = magic.flatMap((piece) =>
    typeof piece === 'number' ? [piece] : [...piece].map((character) => character.charCodeAt(0)),
  )
  return expected.every((byte, index) => bytes[index] === byte)
}

function kindByLook(bytes: Uint8Array): DetectedKind {
  const start = ascii(bytes, 0, 1024)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  if (/^<!doctype html|^<html[\s>]|^<head[\s>]|^<body[\s>]/i.test(start)) return 'html'
  if (
    /^[{[]/.test(start) &&
    /^[}\]]/.test(
      ascii(bytes, bytes.length - 100, bytes.length)
        .trimEnd()
        .slice(-1),
    )
  ) {
    try {
      JSON.parse(new TextDecoder().decode(bytes))
      return 'json'
    } catch {
      return 'text'
    }
  }
  return 'text'
}

const ascii = (bytes: Uint8Array, start: number, end: number) =>
  String.fromCharCode(...bytes.subarray(Math.max(start, 0), Math.max(end, 0)))
