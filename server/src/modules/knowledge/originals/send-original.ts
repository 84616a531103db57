import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ANSWERED } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { ByteRange } from '../../../platform/storage/storage.ts'
import { isRasterImage } from '../../files/index.ts'
import type { KnowledgeFileRow } from '../records/file.repository.ts'
import { readByteRange } from './byte-range.ts'
import type { OpenOriginal } from './originals.ts'

interface Original {
  file: Pick<KnowledgeFileRow, 'name' | 'content_type' | 'checksum'>
  original: OpenOriginal
}

/**
 * The content is not trusted: browsers display images and, on request, PDFs, and download everything else. Streamed
 * from the storage, completely or only the requested range.
 */
export async function sendOriginal(
  exchange: Exchange,
  { file, original }: Original,
  inline: boolean,
): Promise<typeof ANSWERED> {
  const { outgoing } = exchange
  const { size } = original
  const etag = `"${file.checksum}"`
  const range = readByteRange(rangeAskedFor(exchange, etag), size)
  for (const [name, value] of Object.entries(await headersOf(file, original, inline)))
    outgoing.setHeader(name, value)
  outgoing.setHeader('etag', etag)
  if (exchange.hasVersion(etag)) outgoing.writeHead(304).end()
  else if (range === 'outside') outgoing.writeHead(416, { 'content-range': `bytes */${size}` }).end()
  else await sendPart(exchange, { file, original }, range)
  return ANSWERED
}

async function sendPart(
  { incoming, outgoing }: Exchange,
  { file, original }: Original,
  range: ByteRange | undefined,
): Promise<void> {
  const { size } = original
  const { start, end } = range ?? { start: 0, end: size - 1 }
  // Opened before the status is sent, so that a missing file is a proper 404.
  const content = incoming.method === 'HEAD' ? undefined : await original.read(range)
  outgoing.writeHead(range ? 206 : 200, {
    'content-type': file.content_type || 'application/octet-stream',
    'content-length': end - start + 1,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  })
  if (!content) outgoing.end()
  // A client that disconnects is not an error. If the storage fails, the answer ends early, which a browser notices.
  else await pipeline(content, outgoing).catch(() => outgoing.destroy())
}

/** A range of another version would be useless. */
function rangeAskedFor(exchange: Exchange, etag: string): string | undefined {
  const version = exchange.header('if-range')
  return version === undefined || version === etag ? exchange.header('range') : undefined
}

async function headersOf(file: Original['file'], original: OpenOriginal, inline: boolean) {
  const isShown =
    isRasterImage(file.content_type) ||
    (inline && file.content_type === 'application/pdf' && (await startsLikePdf(original)))
  return {
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${toHeaderName(file.name)}`,
  }
}

const PDF_MARK = '%PDF-'

async function startsLikePdf(original: OpenOriginal): Promise<boolean> {
  const start = await buffer(await original.read({ start: 0, end: PDF_MARK.length - 1 }))
  return start.toString('latin1') === PDF_MARK
}

const toHeaderName = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Cs}/gu, '�')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
