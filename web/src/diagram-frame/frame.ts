/**
 * Runs in a sandboxed frame with an origin and a content security policy of its own: Mermaid writes style elements,
 * which the app's policy forbids, and a fault in Mermaid can't reach the app. See draw-diagrams.ts for the other side.
 */
import mermaid, { type MermaidConfig } from 'mermaid'

export interface DiagramRequest {
  id: number
  code: string
}

export type DiagramResponse =
  | { id: number; light: DrawnDiagram; dark: DrawnDiagram }
  | { id: number; isBroken: true }

export interface DrawnDiagram {
  svg: string
  width: number
  height: number
  /** From `accTitle` and `accDescr`. */
  title: string
}

/** A larger one takes seconds to lay out. */
const MAX_EDGES = 300
const MAX_CHARACTERS = 10_000
const MAX_SVG_CHARACTERS = 1_000_000
/** Fonts of the system: the picture can't load any. */
const FONTS = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

const configFor = (theme: 'neutral' | 'dark'): MermaidConfig => ({
  startOnLoad: false,
  securityLevel: 'strict',
  theme,
  fontFamily: FONTS,
  // Labels are SVG text, never HTML.
  htmlLabels: false,
  flowchart: { htmlLabels: false },
  maxTextSize: MAX_CHARACTERS,
  maxEdges: MAX_EDGES,
  suppressErrorRendering: true,
  // A diagram can't change these with %%{init}%% or front matter.
  secure: [
    ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering'],
    ...['htmlLabels', 'flowchart', 'class', 'theme', 'themeCSS', 'themeVariables', 'fontFamily'],
    ...['altFontFamily', 'dompurifyConfig', 'darkMode', 'logLevel'],
  ],
})

async function draw(code: string, theme: 'neutral' | 'dark'): Promise<DrawnDiagram> {
  mermaid.initialize(configFor(theme))
  const { svg } = await mermaid.render('diagram', code)
  const holder = document.createElement('div')
  holder.innerHTML = svg
  const root = holder.querySelector('svg')
  if (!root) throw new Error('no drawing')
  for (const element of root.querySelectorAll('script, foreignObject, image, iframe')) element.remove()
  for (const link of root.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  centreLabels(root)
  const title = ['title', 'desc'].map((name) => root.querySelector(`:scope > ${name}`)?.textContent?.trim())
  const { width, height } = root.viewBox.baseVal
  root.setAttribute('width', String(width))
  root.setAttribute('height', String(height))
  root.style.removeProperty('max-width')
  const markup = new XMLSerializer().serializeToString(root)
  if (markup.length > MAX_SVG_CHARACTERS) throw new Error('too large')
  return { svg: markup, width, height, title: title.filter(Boolean).join('. ') }
}

/** In circles, Mermaid starts labels without HTML at the middle instead of centring them. */
function centreLabels(root: SVGElement): void {
  for (const text of root.querySelectorAll(
    '.node > .label[transform^="translate(0,"] text:not([text-anchor])',
  ))
    text.setAttribute('text-anchor', 'middle')
}

async function answer({ id, code }: DiagramRequest): Promise<DiagramResponse> {
  try {
    if (code.length > MAX_CHARACTERS) throw new Error('too long')
    return { id, light: await draw(code, 'neutral'), dark: await draw(code, 'dark') }
  } catch {
    return { id, isBroken: true }
  }
}

/** One after the other: Mermaid has one configuration for all. */
let last: Promise<unknown> = Promise.resolve()
window.addEventListener('message', ({ data, source }) => {
  if (source !== window.parent || typeof data?.code !== 'string') return
  const request: DiagramRequest = { id: Number(data.id), code: data.code }
  last = last.then(async () => window.parent.postMessage(await answer(request), '*'))
})
window.parent.postMessage('ready', '*')
