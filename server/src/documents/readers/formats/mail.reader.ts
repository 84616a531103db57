import { isUtf8 } from 'node:buffer'
import { type Message, say } from '@bellwether/wire'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { Block, DocumentText } from '../document-text.ts'
import { decodeText } from '../encoding/decode-text.ts'
import { withWindows1252 } from '../encoding/windows-1252.ts'
import { readHtml } from '../html/html.reader.ts'
import type { Budget } from '../limits.ts'
import type { PictureFinder } from '../pictures/picture-finder.ts'
import { paragraphs } from '../plain-text.reader.ts'
import { corrupt, isUnreadable } from '../unreadable-document.ts'

/** Reads an attached document; undefined if its type is only listed by name. */
export type ReadAttachment = (file: {
  bytes: Uint8Array
  filename: string
  contentType: string
}) => Promise<DocumentText | undefined>

const MAX_ATTACHMENTS = 50
const OVER_LIMIT = say('document_warnings.attachment_over_limit', { limit: MAX_ATTACHMENTS })
/** A forwarded mail often has no file name. */
const HAS_TEXT = /^(?:text|message)\//
const HEADER_BYTES = 64 * 1024
const LIMITS = { maxNestingDepth: 30, maxHeadersSize: 1024 * 1024, maxRfc822NestingDepth: 5 }
/** These end the whole file, not just one attachment. */
const FINAL: ReadonlySet<string> = new Set(['took_too_long', 'too_large'])

/** E-mails (.eml) and web pages that a browser saved as one file (.mhtml): headers, body and attachments. */
export async function readMail(
  bytes: Uint8Array,
  budget: Budget,
  pictures: PictureFinder,
  readAttachment: ReadAttachment,
): Promise<DocumentText> {
  const start = decodeText(bytes.subarray(0, HEADER_BYTES))
  if (!/^\s*(?:From |[!-9;-~]{1,100}:)/.test(start)) throw corrupt()
  const mail = repaired(await PostalMime.parse(withCharset(bytes), LIMITS))
  budget.checkTime()
  const body = readBody(mail, budget, pictures)
  const attached = await readAttachments(mail, budget, readAttachment)
  const title = mail.subject?.replace(/\s+/g, ' ').trim()
  return {
    kind: 'mail',
    ...(title ? { title } : {}),
    blocks: [...(isSavedPage(mail) ? [] : headersOf(mail)), ...body, ...attached.blocks],
    warnings: attached.warnings,
  }
}

/** A mail that names no charset anywhere is taken for UTF-8; older ones are in that of their author's computer. */
function withCharset(bytes: Uint8Array): Uint8Array {
  const isDeclared = /charset\s*=/i.test(Buffer.from(bytes).toString('latin1'))
  return isDeclared || isUtf8(bytes) ? bytes : new TextEncoder().encode(decodeText(bytes))
}

/** Some releases of Node lose the quotes of Windows-1252, the charset of many mails. */
const repaired = ({ html, text, subject, ...mail }: Email): Email => ({
  ...mail,
  ...(html === undefined ? {} : { html: withWindows1252(html) }),
  ...(text === undefined ? {} : { text: withWindows1252(text) }),
  ...(subject === undefined ? {} : { subject: withWindows1252(subject) }),
})

/** Browsers write their own name as the sender. */
const isSavedPage = ({ headers, from, to }: Email): boolean =>
  headers.some(({ key }) => key === 'snapshot-content-location') || (!to && !from?.address?.includes('@'))

function headersOf({ from, to, cc, date, subject }: Email): Block[] {
  const lines = [
    ['From', from ? nameOf(from) : ''],
    ['To', (to ?? []).map(nameOf).join(', ')],
    ['Cc', (cc ?? []).map(nameOf).join(', ')],
    ['Date', date ?? ''],
    ['Subject', subject ?? ''],
  ]
  const text = lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value?.replace(/\s+/g, ' ')}`)
    .join('\n')
  return text === '' ? [] : [{ text }]
}

function nameOf({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(nameOf).join(', ')}`
  return name && address ? `${name} <${address}>` : name || (address ?? '')
}

function readBody(mail: Email, budget: Budget, pictures: PictureFinder): Block[] {
  const { html, text = '' } = mail
  const options = { charset: 'utf-8', pictures, isAllContent: !isSavedPage(mail) }
  const blocks = html === undefined ? [] : readHtml(new TextEncoder().encode(html), budget, options).blocks
  if (blocks.length > 0) return blocks.map(({ gap: _gap, ...block }) => block)
  const plain = text.replace(/\r\n?/g, '\n')
  budget.spend(plain.length)
  return paragraphs(plain).map(({ text: paragraph }) => ({ text: paragraph }))
}

async function readAttachments({ attachments }: Email, budget: Budget, read: ReadAttachment) {
  const blocks: Block[] = []
  const warnings: Message[] = []
  const files = attachments.filter(
    ({ filename, mimeType, related }) => !related && (filename || HAS_TEXT.test(mimeType)),
  )
  for (const [at, attachment] of files.entries()) {
    budget.report(at, files.length, 'attachments')
    const name = attachment.filename || attachment.mimeType
    const result = at < MAX_ATTACHMENTS ? await tryToRead(attachment, name, read) : OVER_LIMIT
    const title = attachment.filename || (result && 'blocks' in result && result.title) || name
    blocks.push({ text: `Attachment: ${title.replace(/\s+/g, ' ')}`, heading: 1 })
    if (result === undefined) continue
    if ('code' in result) {
      warnings.push(say('document_warnings.attachment_not_read', { name, reason: result }))
      continue
    }
    for (const reason of result.warnings ?? [])
      warnings.push(say('document_warnings.part', { part: name, reason }))
    blocks.push(...result.blocks.map(asPart))
  }
  return { blocks, warnings }
}

/** Its first block begins a new paragraph, after the name of the attachment. */
function asPart({ gap, ...block }: Block, at: number): Block {
  return {
    ...block,
    ...(gap === undefined || at === 0 ? {} : { gap }),
    ...(block.heading === undefined ? {} : { heading: Math.min(block.heading + 1, 6) }),
  }
}

/** A message says why it can't be read. */
async function tryToRead(
  { content, mimeType }: Attachment,
  filename: string,
  read: ReadAttachment,
): Promise<DocumentText | Message | undefined> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  try {
    return bytes.length === 0 ? undefined : await read({ bytes, filename, contentType: mimeType })
  } catch (error) {
    if (isUnreadable(error) && FINAL.has(error.code)) throw error
    return isUnreadable(error) ? error.userMessage : say('document_warnings.attachment_damaged')
  }
}
