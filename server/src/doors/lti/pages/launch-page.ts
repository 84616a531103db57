import { textOf } from '@bellwether/wire'
import { type LaunchProblem, type LaunchRefused, toOrigin } from '../../../modules/lti/index.ts'
import { type AppError, messageWithoutHost } from '../../../platform/errors.ts'
import { Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { type Language, languageOf } from '../../../platform/languages.ts'
import { launchTexts, problemText } from './launch-texts.ts'

export const PAGE_STYLE = `:root{color-scheme:light dark}body{margin:0;font:16px/1.6 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center}
main{max-width:32rem;padding:1.5rem;text-align:center}h1{font-size:1.4rem;line-height:1.3;margin:0 0 .5rem}p{margin:.5rem 0}a{font-weight:600}`

interface PageContent {
  title: string
  text: string
  link?: { href: string; label: string }
}

/** A small page without script or controls. Only pages of `frameOrigins` may show it in a frame. */
function toPage(language: Language, content: PageContent, frameOrigins: string, status: number): Reply {
  const { title, text, link } = content
  const anchor = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : ''
  return new Reply(
    `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${PAGE_STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${anchor}</main></body></html>`,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors ${frameOrigins || "'none'"}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    status,
  )
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The language of the LMS if it sent one, otherwise the browser's. */
export const languageFor = (exchange: Exchange, locale?: string): Language =>
  languageOf([locale?.replace('_', '-'), exchange.header('accept-language')].filter(Boolean).join(','))

export const waitingPage = (language: Language, frameOrigins: string): Reply => {
  const { waitingTitle, waiting } = launchTexts(language)
  return toPage(language, { title: waitingTitle, text: waiting }, frameOrigins, 200)
}

export const noAccountPage = (language: Language, frameOrigins: string, linkPath: string): Reply => {
  const { noAccountTitle, noAccount, linkAccount } = launchTexts(language)
  const link = { href: linkPath, label: linkAccount }
  return toPage(language, { title: noAccountTitle, text: noAccount, link }, frameOrigins, 200)
}

/** The last step of choosing assistants failed. */
export function notAddedPage(exchange: Exchange, error: AppError, frameOrigins: string): Reply {
  const language = languageFor(exchange)
  const { notAddedTitle, notAdded } = launchTexts(language)
  // Messages of the server are only known in English here.
  const reason = language === 'en' ? `${textOf(messageWithoutHost(error)).replace(/\.$/, '')}. ` : ''
  const content = { title: notAddedTitle, text: reason + notAdded }
  return toPage(language, content, frameOrigins, error.status)
}

/** A page for browsers, LAMB's `{"detail"}` for programs. */
export function toRefusal(
  exchange: Exchange,
  { problem, field, status }: LaunchRefused,
  frameOrigins = toOrigin(exchange.header('origin')) ?? '',
): Reply {
  if (!exchange.header('accept')?.includes('text/html'))
    return new Reply({ detail: problemText('en', problem, field) }, {}, status)
  const language = languageFor(exchange)
  const content = {
    title: launchTexts(language).refusedTitle,
    text: problemText(language, problem satisfies LaunchProblem, field),
  }
  return toPage(language, content, frameOrigins, status)
}
