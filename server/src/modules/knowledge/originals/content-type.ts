const BY_EXTENSION: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  eml: 'message/rfc822',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

/** It is sent as a header later, so only valid types are kept. */
export function toContentType(name: string, type: string): string {
  const isType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:;\s*charset=[\w-]{1,40})?$/.test(type)
  if (isType && type !== 'application/octet-stream') return type
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  const byExtension = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined
  return byExtension ?? 'application/octet-stream'
}
