import type { DiagramRequest, DiagramResponse, DrawnDiagram } from '../../../../../diagram-frame/frame.ts'

export interface DiagramWords {
  label: string
  showCode: string
  showDiagram: string
  broken: string
}

/** In one answer; the code of further ones is shown. */
const MAX_DIAGRAMS = 10

/** Replaces finished blocks of Mermaid code by their drawing. The code stays, hidden, as the text alternative. */
export async function drawDiagrams(root: HTMLElement, words: DiagramWords): Promise<void> {
  const blocks = Array.from(root.querySelectorAll<HTMLElement>('.code-block')).filter((block) =>
    block.querySelector('pre > code.language-mermaid'),
  )
  await Promise.all(blocks.slice(0, MAX_DIAGRAMS).map((block) => drawBlock(block, words)))
}

async function drawBlock(block: HTMLElement, words: DiagramWords): Promise<void> {
  const diagram = await drawDiagram(block.querySelector('code')?.textContent ?? '')
  // The answer may have been drawn again in the meantime.
  if (!block.isConnected) return
  const figure = document.createElement('figure')
  figure.className = 'diagram'
  block.replaceWith(figure)
  if (!diagram) {
    const notice = document.createElement('figcaption')
    notice.textContent = words.broken
    figure.append(notice, block)
    return
  }
  const drawing = document.createElement('div')
  drawing.className = 'drawing'
  drawing.tabIndex = 0
  drawing.setAttribute('role', 'group')
  drawing.setAttribute('aria-label', words.label)
  drawing.append(toImage(diagram.light, 'on-light', words), toImage(diagram.dark, 'on-dark', words))
  const toggle = document.createElement('button')
  toggle.type = 'button'
  toggle.dataset['diagram'] = 'toggle'
  toggle.textContent = words.showCode
  block.hidden = true
  figure.append(drawing, block, toggle)
}

/** Scripts, links and addresses inside an image do nothing. */
function toImage(
  { svg, width, height, title }: DrawnDiagram,
  name: string,
  words: DiagramWords,
): HTMLImageElement {
  const image = document.createElement('img')
  image.className = name
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  image.alt = title || words.label
  image.width = Math.ceil(width)
  image.height = Math.ceil(height)
  return image
}

/** After a click on the button of a diagram. */
export function toggleDiagram(button: HTMLElement, words: DiagramWords): void {
  const figure = button.closest('figure')
  const drawing = figure?.querySelector<HTMLElement>('.drawing')
  const code = figure?.querySelector<HTMLElement>('.code-block')
  if (!drawing || !code) return
  drawing.hidden = !drawing.hidden
  code.hidden = !drawing.hidden
  button.textContent = drawing.hidden ? words.showDiagram : words.showCode
}

/** Includes the time to load Mermaid on a slow connection. */
const LIMIT_MS = 20_000

interface Frame {
  draw: (code: string) => Promise<DiagramResponse | undefined>
}

let current: Frame | undefined
let nextId = 1

/** The drawings of a diagram; undefined if it can't be drawn. */
async function drawDiagram(code: string): Promise<Exclude<DiagramResponse, { isBroken: true }> | undefined> {
  current ??= openFrame()
  const response = await current.draw(code)
  return response === undefined || 'isBroken' in response ? undefined : response
}

/** One hidden frame for all diagrams of the page. Its content never becomes part of the page, except as an image. */
function openFrame(): Frame {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.title = 'Diagrams'
  // Not display: none, because the size of the labels is measured.
  frame.style.cssText =
    'position:fixed;left:-10000px;top:0;width:1200px;height:800px;border:0;visibility:hidden;pointer-events:none'
  const waiting = new Map<number, (response: DiagramResponse | undefined) => void>()
  let isReady: (() => void) | undefined
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  function onMessage({ source, data }: MessageEvent): void {
    if (source !== frame.contentWindow) return
    if (data === 'ready') isReady?.()
    else if (typeof data?.id === 'number') waiting.get(data.id)?.(data)
  }
  /** A diagram that never ends would block all others. */
  function close(): void {
    window.removeEventListener('message', onMessage)
    frame.remove()
    current = undefined
    for (const give of waiting.values()) give(undefined)
  }
  window.addEventListener('message', onMessage)
  frame.src = '/diagrams/frame.html'
  document.body.append(frame)
  return {
    draw: (code) =>
      new Promise((resolve) => {
        const request: DiagramRequest = { id: nextId++, code }
        const timer = setTimeout(close, LIMIT_MS)
        waiting.set(request.id, (response) => {
          clearTimeout(timer)
          waiting.delete(request.id)
          resolve(response)
        })
        // The frame has no origin that could be named.
        void ready.then(() => frame.contentWindow?.postMessage(request, '*'))
      }),
  }
}
