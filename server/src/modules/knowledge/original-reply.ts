import { Reply } from '../../platform/http/endpoint.ts'
import { isRasterImage } from '../files/index.ts'
import type { KnowledgeFileRow } from './file.repository.ts'

type Original = {
  file: Pick<KnowledgeFileRow, 'name' | 'content_type' | 'checksum'>
  bytes: Buffer
}

/** Somebody wrote this file: a browser shows pictures and, if asked to, PDFs; it runs nothing and saves the rest. */
export function toOriginalReply({ file, bytes }: Original, inline: boolean, known?: string): Reply {
  const etag = `"${file.checksum}"`
  const headers = {
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
    'content-disposition': `${mayShow(file, bytes, inline) ? 'inline' : 'attachment'}; filename*=UTF-8''${toHeaderName(file.name)}`,
  }
  if (known?.split(/\s*,\s*/).includes(etag)) return new Reply(null, headers, 304)
  return new Reply(bytes, { ...headers, 'content-type': file.content_type || 'application/octet-stream' })
}

const mayShow = ({ content_type: type }: Original['file'], bytes: Buffer, inline: boolean): boolean =>
  isRasterImage(type) || (inline && type === 'application/pdf' && bytes.toString('latin1', 0, 5) === '%PDF-')

const toHeaderName = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Cs}/gu, '�')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
