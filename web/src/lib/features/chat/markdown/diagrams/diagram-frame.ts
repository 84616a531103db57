import type { DiagramRequest, DiagramResponse } from '../../../../../diagram-frame/frame.ts'

/** Includes the time to load Mermaid on a slow connection. */
const LIMIT_MS = 20_000

interface Frame {
  draw: (code: string) => Promise<DiagramResponse | undefined>
}

let current: Frame | undefined
let nextId = 1

/** The drawings of a diagram; undefined if it can't be drawn. */
export async function drawDiagram(
  code: string,
): Promise<Exclude<DiagramResponse, { isBroken: true }> | undefined> {
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
