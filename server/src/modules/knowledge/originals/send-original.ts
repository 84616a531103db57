import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ANSWERED } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { isRasterImage } from '../../files/index.ts'
import type { KnowledgeFileRow } from '../documents/file.repository.ts'
import { type ByteRange, readByteRange } from './byte-range.ts'

interface Original {
  file: Pick<KnowledgeFileRow, 'name' | 'content_type' | 'checksum'>
  handle: FileHandle
}

/**
 * Somebody wrote this file: a browser shows pictures and, if asked to, PDFs; it runs nothing and saves the rest. It goes from the disk
 * to the socket piece by piece, or only the part that a viewer asks for.
 */
export async function sendOriginal(
  exchange: Exchange,
  { file, handle }: Original,
  inline: boolean,
): Promise<typeof ANSWERED> {
  const { incoming, outgoing } = exchange
  try {
    const { size } = await handle.stat()
    const etag = `"${file.checksum}"`
    const range = readByteRange(rangeAskedFor(exchange, etag), size)
    for (const [name, value] of Object.entries(await headersOf(file, handle, inline)))
      outgoing.setHeader(name, value)
    outgoing.setHeader('etag', etag)
    if (
      exchange
        .header('if-none-match')
        ?.split(/\s*,\s*/)
        .includes(etag)
    )
      outgoing.writeHead(304).end()
    else if (range === 'outside') outgoing.writeHead(416, { 'content-range': `bytes */${size}` }).end()
    else {
      const part = range ?? { start: 0, end: size - 1 }
      outgoing.writeHead(range ? 206 : 200, {
        'content-type': file.content_type || 'application/octet-stream',
        'content-length': part.end - part.start + 1,
        ...(range ? { 'content-range': `bytes ${part.start}-${part.end}/${size}` } : {}),
      })
      if (incoming.method === 'HEAD') outgoing.end()
      else await send(handle, part, exchange)
    }
    return ANSWERED
  } finally {
    await handle.close()
  }
}

/** Whoever leaves in the middle is no fault of ours; a disk that fails ends the answer short of its length, which a browser notices. */
async function send(handle: FileHandle, { start, end }: ByteRange, { outgoing }: Exchange): Promise<void> {
  await pipeline(handle.createReadStream({ start, end }), outgoing).catch(() => outgoing.destroy())
}

/** A part of another version of the file would be of no use. */
function rangeAskedFor(exchange: Exchange, etag: string): string | undefined {
  const version = exchange.header('if-range')
  return version === undefined || version === etag ? exchange.header('range') : undefined
}

async function headersOf(file: Original['file'], handle: FileHandle, inline: boolean) {
  const isShown =
    isRasterImage(file.content_type) ||
    (inline && file.content_type === 'application/pdf' && (await startsLikePdf(handle)))
  return {
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${toHeaderName(file.name)}`,
  }
}

const PDF_MARK = '%PDF-'

async function startsLikePdf(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(PDF_MARK.length), 0, PDF_MARK.length, 0)
  return buffer.toString('latin1', 0, bytesRead) === PDF_MARK
}

const toHeaderName = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Cs}/gu, '�')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
