import { randomBytes } from 'node:crypto'
import { Reply } from '../../../platform/http/endpoint.ts'
import type { Language } from '../../../platform/languages.ts'
import { escapeHtml, PAGE_STYLE } from './launch-page.ts'

interface ScriptPage {
  language: Language
  title: string
  text: string
  /** A link that opens in a new tab, hidden until the script shows it. */
  link?: { href: string; label: string } | undefined
  script: string
  /** Data for the script, as JSON that can't close the script element. */
  data: object
  frameOrigins: string
  cookie?: string | undefined
  /** Where the page may send a form, other than to us. */
  formTargets?: string | undefined
}

/** A page whose only script is ours: any other is blocked by the nonce. */
export function scriptPage({
  language,
  title,
  text,
  link,
  script,
  data,
  frameOrigins,
  cookie,
  formTargets = '',
}: ScriptPage): Reply {
  const nonce = randomBytes(16).toString('base64')
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  const anchor = link
    ? `<p id="fallback" hidden><a href="${escapeHtml(link.href)}" target="_blank">${escapeHtml(link.label)}</a></p>`
    : ''
  return new Reply(
    `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head><body><main><h1 id="title">${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${anchor}</main>
<script type="application/json" id="data">${json}</script><script nonce="${nonce}">${script}</script></body></html>`,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self' ${formTargets}; frame-ancestors ${frameOrigins || "'none'"}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      ...(cookie ? { 'set-cookie': cookie } : {}),
    },
    200,
  )
}
