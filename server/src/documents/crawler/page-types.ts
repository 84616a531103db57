const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const READABLE = new Set([
  'text/html',
  'application/xhtml+xml',
  'application/pdf',
  'application/x-pdf',
  'text/plain',
  'text/markdown',
  'text/x-markdown',
  'text/csv',
  'text/tab-separated-values',
  'application/json',
  'application/x-ndjson',
  'application/ld+json',
  'application/geo+json',
  `${OFFICE}wordprocessingml.document`,
  `${OFFICE}presentationml.presentation`,
  `${OFFICE}spreadsheetml.sheet`,
])
/** The type that servers send for unknown files; the file name says more. */
const UNKNOWN = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/force-download'])
const BY_EXTENSION: Record<string, string> = {
  html: 'text/html',
  htm: 'text/html',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  docx: `${OFFICE}wordprocessingml.document`,
  pptx: `${OFFICE}presentationml.presentation`,
  xlsx: `${OFFICE}spreadsheetml.sheet`,
}

/** The content type (with its charset) with which a page can be read; undefined if it can't be. Pure. */
export function readableType(header: string, address: string): string | undefined {
  const [bare = '', ...parameters] = header.split(';')
  const type = bare.trim().toLowerCase()
  if (READABLE.has(type)) return [type, ...parameters.map((parameter) => parameter.trim())].join('; ')
  if (!UNKNOWN.has(type)) return undefined
  const extension = /\.([a-z]{2,4})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? ''
  // Browsers treat a page without a type as HTML.
  return BY_EXTENSION[extension] ?? (type === '' ? 'text/html' : undefined)
}

export const isHtml = (contentType: string): boolean => /^(?:text\/html|application\/xhtml)/.test(contentType)
