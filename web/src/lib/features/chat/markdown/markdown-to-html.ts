import { Marked, type TokenizerAndRendererExtension } from 'marked'
import { safeUrl } from '../message.ts'

/** Markers around unsupported sentences until they become elements. They are removed from any other text. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
/** Invisible, and prevents a line break. */
const JOINER = '\u2060'
const OURS = new RegExp(`[${OPEN}${CLOSE}]`, 'g')

export interface RenderOptions {
  /** The numbers of existing sources; others stay plain text. */
  numbers: ReadonlySet<number>
  unsupported: readonly { start: number; end: number }[]
  words: { source: (n: number) => string; unsupported: string; picture: string }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** `[1]` and `【1】`, if the source exists. */
const citation = ({ numbers, words }: RenderOptions): TokenizerAndRendererExtension => ({
  name: 'citation',
  level: 'inline',
  start: (text) => text.search(/[[【]\d/),
  tokenizer(text) {
    const match = /^[[【]\^?(\d{1,3})(?:†[^\]】]{0,40})?[\]】](?!\()/.exec(text)
    return match && numbers.has(Number(match[1]))
      ? { type: 'citation', raw: match[0], n: Number(match[1]) }
      : undefined
  },
  renderer: ({ n }) =>
    `<button type="button" class="cite" data-cite="${n}" aria-label="${escapeHtml(words.source(n))}">${n}</button>`,
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
  const { words } = options
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
        const label = escapeHtml(text || words.picture)
        return url ? `<a href="${escapeHtml(url)}">${label}</a>` : label
      },
    },
  })
}

/** A marker in front of Markdown syntax at the start of a line would break it. */
const LINE_START = /^\s*(?:(?:[-*+]|\d+[.)]|#{1,6}|>|\|)\s*)+/

function withMarks(text: string, ranges: RenderOptions['unsupported']): string {
  let marked = text
  for (const { start, end } of [...ranges].sort((a, b) => b.start - a.start)) {
    const sentence = marked.slice(start, end)
    // Several lines may contain anything, such as lists and tables.
    if (sentence.includes('\n') || sentence.includes('`')) continue
    const from = start + (LINE_START.exec(sentence)?.[0].length ?? 0)
    marked = marked.slice(0, from) + OPEN + marked.slice(from, end) + CLOSE + marked.slice(end)
  }
  return marked
}

/** Keeps a citation on the same line as the word before it and the full stop after it. */
const holdCitations = (html: string): string =>
  html
    .replace(/(?<! ) *(<button type="button" class="cite")/g, `${JOINER}$1`)
    .replace(/(data-cite="\d+"[^>]*>\d+<\/button>)(?=[.,;:!?)\]])/g, `$1${JOINER}`)

/** Thousands of blanks, or of marks that begin emphasis or a link, keep `marked` busy for minutes. */
const RUNAWAY = /([ *_![])(?<!\1\1)\1{2000}/

function parse(text: string, options: RenderOptions): string {
  try {
    if (!RUNAWAY.test(text))
      return createMarked(options).parse(withMarks(text, options.unsupported), { async: false })
  } catch {
    // Quotes or lists are nested too deeply.
  }
  return `<p>${escapeHtml(text)}</p>`
}

/** HTML of an answer. It must be sanitized before it is shown. Pure. */
export function toUnsafeHtml(text: string, options: RenderOptions): string {
  const title = escapeHtml(options.words.unsupported)
  return holdCitations(parse(text.replace(OURS, ' '), options))
    .replaceAll(OPEN, `<span class="unsupported" title="${title}">`)
    .replaceAll(CLOSE, '</span>')
}
