import DOMPurify from 'dompurify'
import { markSentences } from './mark-sentences.ts'
import { stableLength } from './stable-length.ts'
import { answerWorker } from './worker/answer-worker.ts'
import type { Undrawn } from './worker/decorate.ts'
import { MAX_ELEMENTS, piecesOf } from './worker/plain-pieces.ts'

export interface DrawOptions {
  /** The numbers of existing sources; others stay plain text. */
  numbers: readonly number[]
  unsupported: readonly { start: number; end: number }[]
  words: {
    source: (values: { n: number }) => string
    unsupported: string
    picture: string
    copyCode: string
  }
}

export interface AnswerDrawing {
  /** For a streamed answer: stable blocks are rendered once, only the last one is rendered again. */
  drawRunning: (text: string, options: DrawOptions) => Promise<void>
  /** Also marks sentences, and draws formulas and code. */
  drawWhole: (text: string, options: DrawOptions) => Promise<void>
}

/** Draws one text after the other. Both reject if a script could not be loaded; the text is readable then, too. */
export function drawInto(root: HTMLElement): AnswerDrawing {
  /** The stable text, and the number of its nodes and of all elements in them. */
  let stable = ''
  let nodes = 0
  let elements = 0
  let numbers = ''

  return {
    async drawRunning(text, options) {
      const newNumbers = options.numbers.join()
      // A different text, or new source numbers.
      if (newNumbers !== numbers || !text.startsWith(stable)) {
        stable = ''
        nodes = 0
        elements = 0
      }
      numbers = newNumbers
      const length = stableLength(text, stable.length)
      const more = await toContent(text.slice(stable.length, length), options, MAX_ELEMENTS - elements)
      const added = more.querySelectorAll('*').length
      const last = await toContent(text.slice(length), options, MAX_ELEMENTS - elements - added)
      while (root.childNodes.length > nodes) root.lastChild?.remove()
      root.append(more)
      stable = text.slice(0, length)
      nodes = root.childNodes.length
      elements += added
      root.append(last)
    },
    async drawWhole(text, options) {
      const content = await toContent(text, options)
      const sentences = options.unsupported.map(({ start, end }) => text.slice(start, end))
      markSentences(content, sentences, options.words.unsupported)
      stable = ''
      nodes = 0
      elements = 0
      root.replaceChildren(content)
      try {
        await decorate(root)
      } finally {
        addCopyButtons(root, options.words.copyCode)
      }
    },
  }
}

async function toContent(
  text: string,
  { numbers, words }: DrawOptions,
  maxElements = MAX_ELEMENTS,
): Promise<DocumentFragment> {
  const content = document.createDocumentFragment()
  if (text.trim() === '') return content
  const html = await answerWorker.toHtml(text, {
    numbers: new Set(numbers),
    picture: words.picture,
    maxElements,
  })
  if (html === undefined) {
    for (const piece of piecesOf(text)) {
      const plain = document.createElement('p')
      plain.className = 'raw'
      plain.textContent = piece
      content.append(plain)
    }
  } else content.append(sanitize(html))
  tidy(content, words)
  return content
}

function tidy(fragment: DocumentFragment, words: DrawOptions['words']): void {
  for (const mark of fragment.querySelectorAll<HTMLElement>('[data-cite]'))
    mark.ariaLabel = words.source({ n: Number(mark.dataset['cite']) })
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  for (const pre of fragment.querySelectorAll('pre')) pre.tabIndex = 0
}

/** Draws formulas, and highlights code. */
async function decorate(root: HTMLElement): Promise<void> {
  const elements = [...root.querySelectorAll<HTMLElement>('[data-tex], pre > code[class^="language-"]')]
  if (elements.length === 0) return
  const drawn = await answerWorker.decorate(elements.map(toUndrawn))
  if (elements.some(({ dataset }) => dataset['tex'] !== undefined)) await import('katex/dist/katex.min.css')
  for (const [at, element] of elements.entries()) {
    const html = drawn?.[at]
    if (html === undefined) continue
    if (element.dataset['tex'] !== undefined) element.innerHTML = html
    else if (element.parentElement) element.parentElement.outerHTML = html
  }
}

const toUndrawn = (element: HTMLElement): Undrawn => {
  const { tex } = element.dataset
  return tex === undefined
    ? { kind: 'code', text: element.textContent ?? '', language: element.className.replace('language-', '') }
    : { kind: 'formula', text: tex, isBlock: element.classList.contains('math-block') }
}

/** Each code block gets a button. Clicks are handled where the answer is drawn. */
function addCopyButtons(root: HTMLElement, label: string): void {
  for (const pre of root.querySelectorAll('pre')) {
    // Highlighting replaces the element.
    pre.tabIndex = 0
    const block = document.createElement('div')
    block.className = 'code-block'
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset['copy'] = 'code'
    button.textContent = label
    pre.replaceWith(block)
    block.append(pre, button)
  }
}

/** Safe content of an answer: no scripts, no external images, links without a referrer. */
function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS:
      'a b blockquote br button code del em h1 h2 h3 h4 h5 h6 hr i img input li ol p pre s span strong sub sup table tbody td th thead tr ul'.split(
        ' ',
      ),
    ALLOWED_ATTR: [
      'href',
      'src',
      'alt',
      'title',
      'class',
      'type',
      'data-cite',
      'data-tex',
      'aria-label',
      'loading',
      'start',
      'align',
      'checked',
      'disabled',
    ],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/)|#|data:image\/(?:png|jpeg|gif|webp);)/i,
    ALLOW_DATA_ATTR: false,
    // Their values are not URLs and need not look like one.
    ADD_URI_SAFE_ATTR: ['type', 'data-cite', 'data-tex', 'loading', 'start', 'align', 'checked', 'disabled'],
  })
}
