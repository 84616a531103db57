import { Marked, type TokenizerAndRendererExtension } from 'marked'
import { safeUrl } from '../../message.ts'
import { MAX_ELEMENTS, piecesOf } from './plain-pieces.ts'

/** Invisible, and prevents a line break. */
const JOINER = '\u2060'

export interface RenderOptions {
  /** The numbers of existing sources; others stay plain text. */
  numbers: ReadonlySet<number>
  /** The name of a picture without one. */
  picture: string
  /** Of the whole answer, if this is only a part. */
  maxElements?: number
}

/** In one paragraph, list, table or block of code; a longer one is shown as plain text. */
const MAX_BLOCK = 200_000

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** `[1]` and `【1】`, if the source exists. */
const citation = ({ numbers }: RenderOptions): TokenizerAndRendererExtension => ({
  name: 'citation',
  level: 'inline',
  start: (text) => text.search(/[[【]\d/),
  tokenizer(text) {
    const match = /^[[【]\^?(\d{1,3})(?:†[^\]】]{0,40})?[\]】](?!\()/.exec(text)
    return match && numbers.has(Number(match[1]))
      ? { type: 'citation', raw: match[0], n: Number(match[1]) }
      : undefined
  },
  renderer: ({ n }) => `<button type="button" class="cite" data-cite="${n}">${n}</button>`,
})

const toMath = (tex: string, isBlock: boolean): string =>
  `<span class="${isBlock ? 'math-block' : 'math'}" data-tex="${escapeHtml(tex)}">${escapeHtml(tex)}</span>`

const inlineMath: TokenizerAndRendererExtension = {
  name: 'inlineMath',
  level: 'inline',
  start: (text) => text.search(/\$|\\[([]/),
  tokenizer(text) {
    const match =
      /^\$\$([^$]{1,2000})\$\$/.exec(text) ??
      /^\\\[([\s\S]{1,2000}?)\\\]/.exec(text) ??
      /^\\\(([\s\S]{1,2000}?)\\\)/.exec(text) ??
      /^\$(?![\s\d])([^$\n]{1,500}?)(?<!\s)\$(?!\d)/.exec(text)
    if (!match) return undefined
    return { type: 'inlineMath', raw: match[0], tex: match[1], isBlock: /^(\$\$|\\\[)/.test(match[0]) }
  },
  renderer: ({ tex, isBlock }) => toMath(tex, isBlock),
}

function createMarked(options: RenderOptions): Marked {
  return new Marked({
    gfm: true,
    breaks: true,
    extensions: [citation(options), inlineMath],
    renderer: {
      // HTML in an answer is shown as text.
      html: ({ text }) => escapeHtml(text),
      image: ({ href, text }) => {
        const isOurs = /^(\/static\/|data:image\/(png|jpeg|gif|webp);)/.test(href)
        if (isOurs) return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" loading="lazy">`
        const url = safeUrl(href)
        const label = escapeHtml(text || options.picture)
        return url ? `<a href="${escapeHtml(url)}">${label}</a>` : label
      },
    },
  })
}

/** Keeps a citation on the same line as the word before it and the full stop after it. */
const holdCitations = (html: string): string =>
  html
    .replace(/(?<! ) *(<button type="button" class="cite")/g, `${JOINER}$1`)
    .replace(/(data-cite="\d+">\d+<\/button>)(?=[.,;:!?)\]])/g, `$1${JOINER}`)

/** The number of elements in this HTML. */
export const countElements = (html: string): number => html.match(/<[a-z]/gi)?.length ?? 0

const asText = (text: string): string =>
  piecesOf(text)
    .map((piece) => `<p class="raw">${escapeHtml(piece)}</p>`)
    .join('')

/** HTML of an answer. It must be sanitized before it is shown. Some texts keep the parser busy for minutes. Pure. */
export function toUnsafeHtml(text: string, options: RenderOptions): string {
  const marked = createMarked(options)
  let html = ''
  let elements = 0
  let rest = text.replaceAll(/\r\n?/g, '\n')
  try {
    for (const token of marked.lexer(rest)) {
      const block = token.raw.length > MAX_BLOCK ? asText(token.raw) : marked.parser([token])
      elements += countElements(block)
      if (elements > (options.maxElements ?? MAX_ELEMENTS)) break
      html += block
      rest = rest.slice(token.raw.length)
    }
  } catch {
    // Quotes or lists are nested too deeply.
  }
  return holdCitations(html) + (rest.trim() === '' ? '' : asText(rest))
}
