import { saveFile } from '$lib/files/save-file.ts'

const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
] as const
const PADDING = 16
const TITLE = 28
/** Pixels per unit, so that a picture is sharp in print. */
const SCALE = 2

/** A copy of a chart with the current colours, which depend on the theme, and its title above it. */
function toPicture(chart: SVGSVGElement, title: string): { svg: string; width: number; height: number } {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const originals = chart.querySelectorAll<SVGElement>('*')
  for (const [at, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[at]
    if (!original) continue
    const style = getComputedStyle(original)
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
    element.removeAttribute('style')
  }
  for (const pointed of copy.querySelectorAll('[data-pointer]')) pointed.remove()
  const page = getComputedStyle(document.documentElement)
  const width = chart.clientWidth + PADDING * 2
  const height = chart.clientHeight + PADDING * 2 + TITLE
  const make = (name: string, attributes: Record<string, string | number>, text?: string) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
    if (text !== undefined) element.textContent = text
    return element
  }
  const picture = make('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': 'Inter, system-ui, sans-serif',
    role: 'img',
  })
  const shifted = make('g', { transform: `translate(${PADDING} ${PADDING + TITLE})` })
  shifted.append(...copy.childNodes)
  picture.append(
    make('title', {}, title),
    make('rect', { width, height, fill: page.getPropertyValue('--surface') || '#fff' }),
    make(
      'text',
      {
        x: PADDING,
        y: PADDING + 12,
        'font-size': 14,
        'font-weight': 600,
        fill: page.getPropertyValue('--ink'),
      },
      title,
    ),
    shifted,
  )
  return { svg: new XMLSerializer().serializeToString(picture), width, height }
}

export function saveSvg(chart: SVGSVGElement, title: string, name: string): void {
  saveFile(`${name}.svg`, new Blob([toPicture(chart, title).svg], { type: 'image/svg+xml' }))
}

export async function savePng(chart: SVGSVGElement, title: string, name: string): Promise<void> {
  const { svg, width, height } = toPicture(chart, title)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), {
    width: width * SCALE,
    height: height * SCALE,
  })
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (bytes) saveFile(`${name}.png`, bytes)
}
