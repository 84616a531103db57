import { settledLength } from '../settled.ts'
import { type RenderOptions, renderMarkdown } from './render-markdown.ts'

export interface AnswerDrawing {
  /** While it is being written: blocks that stay are drawn once, only the last one again and again. */
  drawRunning: (text: string, options: RenderOptions) => void
  drawWhole: (text: string, options: RenderOptions) => void
}

export function drawInto(root: HTMLElement): AnswerDrawing {
  /** The text that is drawn for good, and how many nodes it became. */
  let settled = ''
  let nodes = 0
  let numbers = ''

  function add(text: string, options: RenderOptions): void {
    const holder = document.createElement('template')
    holder.innerHTML = renderMarkdown(text, options)
    tidy(holder.content)
    root.append(holder.content)
  }

  function forget(): void {
    settled = ''
    nodes = 0
    root.replaceChildren()
  }

  return {
    drawRunning(text, { words, ...options }) {
      const known = [...options.numbers].join()
      // Another text, or marks of sources that were not known before.
      if (known !== numbers || !text.startsWith(settled)) forget()
      numbers = known
      // Places of unsupported sentences are in the whole text: they come with its end.
      const running = { ...options, words, unsupported: [] }
      while (root.childNodes.length > nodes) root.lastChild?.remove()
      const length = settledLength(text, settled.length)
      if (length > settled.length) {
        add(text.slice(settled.length, length), running)
        settled = text.slice(0, length)
        nodes = root.childNodes.length
      }
      add(text.slice(length), running)
    },
    drawWhole(text, options) {
      forget()
      add(text, options)
    },
  }
}

function tidy(drawn: DocumentFragment): void {
  for (const link of drawn.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  for (const pre of drawn.querySelectorAll('pre')) pre.tabIndex = 0
}
