import type { NotedPicture } from '../pictures/picture-finder.ts'
import { authorText } from '../pictures/picture-texts.ts'
import { attributeOf, type DomNode } from './dom.ts'

/** Smaller images are icons. In pixels. */
const MIN_LENGTH = 48

/** What a page says about an image. Its bytes are only known if the page embeds them; nothing is fetched. Pure. */
export function pictureOf(node: DomNode): NotedPicture & { words: string } {
  const source = attributeOf(node, 'src')
  const bytes = inlineBytes(source)
  const file = bytes === undefined ? fileName(source) : ''
  return {
    ...authorText(attributeOf(node, 'alt'), attributeOf(node, 'title'), file),
    bytes,
    isOrnament: isOrnament(node),
  }
}

function isOrnament(node: DomNode): boolean {
  // An empty alternative text marks a decorative image; a missing one does not.
  if (node.getAttribute?.('alt') === '' || ['presentation', 'none'].includes(attributeOf(node, 'role')))
    return true
  return ['width', 'height'].some((side) => {
    const length = attributeOf(node, side).trim()
    return /^\d+(?:px)?$/.test(length) && Number.parseInt(length, 10) < MIN_LENGTH
  })
}

function inlineBytes(source: string): Uint8Array | undefined {
  const start = /^\s*data:image\/[\w.+-]+(?:;[\w=.-]+)*;base64,/i.exec(source)?.[0]
  return start === undefined ? undefined : Buffer.from(source.slice(start.length), 'base64')
}

function fileName(source: string): string {
  if (/^\s*(?:data|blob|javascript):/i.test(source)) return ''
  const file = source.split(/[?#]/)[0]?.split('/').at(-1)?.trim() ?? ''
  try {
    return decodeURIComponent(file)
  } catch {
    return file
  }
}
