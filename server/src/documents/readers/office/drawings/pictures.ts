import { authorText } from '../../pictures/picture-texts.ts'
import { childOf, descendantsOf, type Element } from '../xml.ts'

/** An image in a paragraph, before its bytes are located. */
export interface DrawnPicture {
  words: string
  name: string
  isOrnament: boolean
  /** The relation id of its bytes. */
  relation: string | undefined
}

/** The images of a drawing. Shapes and charts have no bytes, but may have alternative text. Pure. */
export function picturesIn(drawing: Element): DrawnPicture[] {
  const about = childOf(drawing, 'docPr')
  const pictures = about ? [...drawnElements(drawing, 'pic')] : []
  if (about && pictures.length === 0) return [{ ...aboutOf(about), relation: undefined }]
  if (!about) return oldPicturesIn(drawing)
  const size = childOf(drawing, 'extent')
  return pictures.map((picture, at) => ({
    ...aboutOf(...(at === 0 ? [about] : []), ...descendantsOf(picture, 'cNvPr')),
    ...(pictures.length === 1 && isSmall(size) ? { isOrnament: true } : {}),
    relation: relationOf(picture),
  }))
}

/** Images in a text box are read with the box. */
function* drawnElements(element: Element, name: string): Generator<Element> {
  for (const child of element.children) {
    if (child.name === name) yield child
    else if (child.name !== 'txbxContent') yield* drawnElements(child, name)
  }
}

/** The alternative text of an image, from all places that have one. Pure. */
export function aboutOf(...elements: Element[]): Omit<DrawnPicture, 'relation'> {
  const texts = elements.flatMap(({ attributes }) => [attributes['descr'], attributes['title']])
  const names = elements
    .flatMap(({ attributes }) => attributes['name'] ?? [])
    .filter((name) => /\.\w{3,4}$/.test(name))
  return { ...authorText(...texts, ...names), isOrnament: elements.some(isMarkedOrnament) }
}

export const relationOf = (picture: Element): string | undefined => {
  for (const { attributes } of descendantsOf(picture, 'blip')) return attributes['r:embed']
  return undefined
}

/** One centimetre, in the units of drawings. */
const MIN_LENGTH = 360_000

/** Pure. Whether it is displayed too small to read. */
export const isSmall = (size: Element | undefined): boolean => {
  const sides = [size?.attributes['cx'], size?.attributes['cy']].map((side) => Number(side ?? Number.NaN))
  return sides.some((side) => side < MIN_LENGTH)
}

const isMarkedOrnament = (about: Element): boolean =>
  [...descendantsOf(about, 'decorative')].some(({ attributes }) =>
    ['1', 'true'].includes(attributes['val'] ?? ''),
  )

function oldPicturesIn(drawing: Element): DrawnPicture[] {
  return [...drawnElements(drawing, 'shape')].flatMap((shape) =>
    [...drawnElements(shape, 'imagedata')].map(({ attributes }) => ({
      ...authorText(shape.attributes['alt'], attributes['title']),
      isOrnament: false,
      relation: attributes['r:id'],
    })),
  )
}
