import { citedSourceSchema, placeText } from '@bellwether/wire'
import * as z from 'zod'
import type { CitedSource, SourceLinks } from '../../modules/knowledge/index.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { escapeHtml, page } from './html-page.ts'
import { PAGE_STYLE } from './page-style.ts'

const place = z.coerce.number().int().min(0).max(2_000_000_000)

/** The page behind the URL of a cited source: the passage, highlighted in its section. */
export const createSourceRoutes = (links: SourceLinks): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/sources/{file}',
    tag: 'Knowledge bases',
    summary: 'Open a cited source',
    description: 'The passage behind the signed URL of a source: HTML in a browser, otherwise JSON.',
    access: 'public',
    params: z.object({ file: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    query: z.object({
      start: place,
      end: place,
      of: z.string().max(20).optional(),
      sig: z.string().max(100),
    }),
    answer: citedSourceSchema,
    async handle({ params, query: { sig, ...place }, exchange }) {
      const source = await links.open({ file: params.file, ...place }, sig)
      if (!exchange.header('accept')?.includes('text/html')) return source
      return new Reply(toSourcePage(source), {
        'content-type': 'text/html; charset=utf-8',
        // The text is user content: nothing in it may run as a script.
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
    },
  }),
]

const STYLE = `${PAGE_STYLE}
main { max-width: 46rem; } .text { white-space: pre-wrap; overflow-wrap: anywhere; } mark { background: #f6e3a1; color: #1c2333; padding: .1em 0; }
.before, .after { color: var(--soft); }`

function toSourcePage(source: CitedSource): string {
  const where = [placeText(source), source.heading].filter((part) => part !== '')
  const web = source.source_url
  const link =
    web && /^https?:\/\//i.test(web)
      ? `<p><a href="${escapeHtml(web)}" rel="noopener noreferrer">${escapeHtml(web)}</a></p>`
      : ''
  const part = (name: string, text: string) =>
    text === '' ? '' : `<p class="text ${name}">${escapeHtml(text)}</p>`
  return page(
    source.title,
    STYLE,
    `<main><header><h1>${escapeHtml(source.title)}</h1><p>${escapeHtml(where.join(' · '))}</p>${link}</header>
<div class="card">${part('before', source.before)}<p class="text"><mark>${escapeHtml(source.quote)}</mark></p>${part('after', source.after)}</div></main>`,
  ).replace('<body>', '<body class="single">')
}
