import type { RenderOptions } from './markdown-to-html.ts'
import { renderMarkdown } from './render-markdown.ts'
import { stableLength } from './stable-length.ts'

export interface AnswerDrawing {
  /** For a streamed answer: stable blocks are rendered once, only the last one is rendered again. */
  drawRunning: (text: string, options: RenderOptions) => void
  drawWhole: (text: string, options: RenderOptions) => void
}

export function drawInto(root: HTMLElement): AnswerDrawing {
  /** The stable text, and the number of its nodes. */
  let stable = ''
  let nodes = 0
  let numbers = ''

  function add(text: string, options: RenderOptions): void {
    const holder = document.createElement('template')
    holder.innerHTML = renderMarkdown(text, options)
    tidy(holder.content)
    root.append(holder.content)
  }

  function forget(): void {
    stable = ''
    nodes = 0
    root.replaceChildren()
  }

  return {
    drawRunning(text, { words, ...options }) {
      const newNumbers = [...options.numbers].join()
      // A different text, or new source numbers.
      if (newNumbers !== numbers || !text.startsWith(stable)) forget()
      numbers = newNumbers
      // Positions of unsupported sentences refer to the whole text, so they are only known at the end.
      const running = { ...options, words, unsupported: [] }
      while (root.childNodes.length > nodes) root.lastChild?.remove()
      const length = stableLength(text, stable.length)
      if (length > stable.length) {
        add(text.slice(stable.length, length), running)
        stable = text.slice(0, length)
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

function tidy(fragment: DocumentFragment): void {
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  for (const pre of fragment.querySelectorAll('pre')) pre.tabIndex = 0
}

/** Each code block gets a button. Clicks are handled where the answer is drawn. */
export function addCopyButtons(root: HTMLElement, label: string): void {
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
