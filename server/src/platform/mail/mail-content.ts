import type { Language } from '../languages.ts'

/** What a recipient reads. */
export interface MailContent {
  subject: string
  text: string
  html: string
}

/** The parts of an e-mail, as plain text. */
export interface MailParts {
  language: Language
  subject: string
  /** Before the link. */
  paragraphs: readonly string[]
  link?: { label: string; url: string }
  /** After the link, in a smaller size. */
  notes: readonly string[]
}

/** Lays out an e-mail as plain text and as simple HTML. Pure. */
export function toMailContent({ language, subject, paragraphs, link, notes }: MailParts): MailContent {
  const oneLine = subject.replace(/\s+/g, ' ').trim()
  const text = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...notes].join('\n\n')
  const body = [
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...(link ? [toButton(link)] : []),
    ...notes.map((note) => `<p style="margin:0 0 8px;color:#5b6068;font-size:13px">${escapeHtml(note)}</p>`),
  ].join('\n')
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(oneLine)}</title></head>
<body style="margin:0;padding:24px;background:#f4f4f2;font:15px/1.5 system-ui,sans-serif;color:#1c1e21">
<div style="max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px">
${body}
</div>
</body>
</html>
`
  return { subject: oneLine, text: `${text}\n`, html }
}

/** The address is also shown as text, for programs that don’t open links. */
function toButton({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url)
  const button = `display:inline-block;padding:10px 18px;border-radius:8px;background:#2f4fd0;color:#ffffff;text-decoration:none`
  return `<p style="margin:0 0 16px"><a href="${href}" style="${button}">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;word-break:break-all"><a href="${href}" style="color:#2f4fd0">${href}</a></p>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
