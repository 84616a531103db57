import { DocumentArchive } from '../../document-archive.ts'
import type { Block, DocumentText } from '../../document-text.ts'
import type { Budget } from '../../limits.ts'
import { PictureFinder } from '../../pictures/picture-finder.ts'
import { toPictureText } from '../../pictures/picture-texts.ts'
import { corrupt } from '../../unreadable-document.ts'
import { mainPart, type Relation, relationsOf, titleOf } from '../office-parts.ts'
import { descendantsOf, elementsOf, type XmlSource } from '../xml.ts'
import { readChart, readDiagram } from './chart.ts'
import { readShapes, type SlidePiece } from './shapes.ts'

export async function readPptx(
  bytes: Uint8Array,
  budget: Budget,
  pictures = new PictureFinder(),
): Promise<DocumentText> {
  const source: XmlSource = { archive: DocumentArchive.open(bytes, budget), budget }
  const slides = await slideParts(source)
  budget.checkPages(slides.length, 'slides')
  const blocks: Block[] = []
  for (const [index, part] of slides.entries()) {
    budget.report(index, slides.length, 'slides')
    for (const block of await readSlide(source, part, index + 1, pictures)) {
      budget.spend(block.text.length)
      blocks.push(block)
    }
  }
  await pictures.load(source.archive)
  const title = await titleOf(source)
  return { kind: 'pptx', ...(title === undefined ? {} : { title }), blocks }
}

/** In presentation order, which differs from the order of the file names. */
async function slideParts(source: XmlSource): Promise<string[]> {
  const main = await mainPart(source, 'ppt/presentation.xml')
  if (!source.archive.has(main)) throw corrupt()
  const relations = new Map((await relationsOf(source, main)).map(({ id, part }) => [id, part]))
  const slides = await elementsOf(source, main, 'sldId')
  return slides.flatMap(({ attributes }) => {
    const part = relations.get(attributes['r:id'] ?? '')
    return part !== undefined && source.archive.has(part) ? [part] : []
  })
}

async function readSlide(
  source: XmlSource,
  part: string,
  slide: number,
  pictures: PictureFinder,
): Promise<Block[]> {
  const relations = await relationsOf(source, part)
  const parts = new Map(relations.map((relation) => [relation.id, relation.part]))
  const blocks: Block[] = []
  for (const tree of await elementsOf(source, part, 'spTree')) {
    const pieces = readShapes(tree, slide, ({ relation = '', ...picture }) =>
      pictures.note({ ...picture, part: parts.get(relation) }),
    )
    for (const piece of pieces) blocks.push(...(await toBlocks(source, relations, piece, slide)))
  }
  return [...blocks, ...(await readNotes(source, relations, slide))]
}

async function toBlocks(
  source: XmlSource,
  relations: readonly Relation[],
  piece: SlidePiece,
  slide: number,
): Promise<Block[]> {
  if ('block' in piece) return [piece.block]
  const relation = relations.find(({ id }) => id === piece.relation)
  if (relation?.type === 'chart') {
    const charts = await elementsOf(source, relation.part, 'chart')
    return charts.flatMap((chart) => readChart(chart, slide))
  }
  if (relation?.type === 'diagramData') {
    const models = await elementsOf(source, relation.part, 'dataModel')
    return models.flatMap((model) => readDiagram(model, slide))
  }
  return []
}

async function readNotes(source: XmlSource, relations: readonly Relation[], slide: number): Promise<Block[]> {
  const notes = relations.find(({ type }) => type === 'notesSlide')
  if (!notes) return []
  const trees = await elementsOf(source, notes.part, 'spTree')
  const texts = trees.flatMap((tree) =>
    [...descendantsOf({ ...tree, name: '' }, 'sp')].flatMap((shape) =>
      readShapes({ ...tree, children: [shape] }, slide, ({ words }) => toPictureText(words)),
    ),
  )
  const lines = texts.flatMap((piece) => ('block' in piece ? [piece.block.text] : []))
  return lines.length === 0 ? [] : [{ text: `Speaker notes: ${lines.join('\n')}`, slide }]
}
