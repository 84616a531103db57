import { DocumentArchive } from '../../document-archive.ts'
import type { Block, DocumentText } from '../../document-text.ts'
import type { Budget } from '../../limits.ts'
import type { Margins } from '../../margins.ts'
import { PictureFinder } from '../../pictures/picture-finder.ts'
import { toPictureText } from '../../pictures/picture-texts.ts'
import { corrupt } from '../../unreadable-document.ts'
import { toBlocks, unreadChartsNote } from '../drawings/chart.ts'
import { isInMargin, layoutTexts, readShapes } from '../drawings/shapes.ts'
import { mainPart, type Relation, relationsOf, titleOf } from '../office-parts.ts'
import { descendantsOf, type Element, elementsOf, type XmlSource } from '../xml.ts'

export async function readPptx(
  bytes: Uint8Array,
  budget: Budget,
  margins: Margins,
  pictures = new PictureFinder(),
): Promise<DocumentText> {
  const source: XmlSource = { archive: DocumentArchive.open(bytes, budget), budget, unread: [] }
  const slides = await slideParts(source)
  budget.checkPages(slides.length, 'slides')
  const reader = new SlideReader(source, margins, pictures)
  const blocks: Block[] = []
  for (const [index, part] of slides.entries()) {
    budget.report(index, slides.length, 'slides')
    for (const block of await reader.read(part, index + 1)) {
      budget.spend(block.text.length)
      blocks.push(block)
    }
  }
  await pictures.load(source.archive)
  const warnings = [...unreadChartsNote(source), ...margins.notes]
  return { kind: 'pptx', title: await titleOf(source), blocks, warnings }
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

class SlideReader {
  readonly #source: XmlSource
  readonly #margins: Margins
  readonly #pictures: PictureFinder
  /** The texts of layouts and masters by part; each is read once. */
  readonly #layouts = new Map<string, Promise<string[]>>()

  constructor(source: XmlSource, margins: Margins, pictures: PictureFinder) {
    this.#source = source
    this.#margins = margins
    this.#pictures = pictures
  }

  async read(part: string, slide: number): Promise<Block[]> {
    const relations = await relationsOf(this.#source, part)
    const parts = new Map(relations.map((relation) => [relation.id, relation.part]))
    const blocks: Block[] = []
    const [content] = await elementsOf(this.#source, part, 'sld')
    for (const tree of content ? descendantsOf(content, 'spTree') : []) {
      const pieces = readShapes(
        tree,
        { slide },
        ({ relation = '', ...picture }) => this.#pictures.note({ ...picture, part: parts.get(relation) }),
        this.#margins,
      )
      for (const piece of pieces) blocks.push(...(await toBlocks(this.#source, relations, piece, { slide })))
    }
    const layout = relations.find(({ type }) => type === 'slideLayout')?.part
    const shown = layout === undefined || hidesMaster(content) ? [] : await this.#textsOf(layout)
    const around = shown.filter((text) => this.#margins.keeps(text)).map((text) => ({ text, slide }))
    return [...blocks, ...around, ...(await this.#notes(relations, slide))]
  }

  #textsOf(layout: string): Promise<string[]> {
    const known = this.#layouts.get(layout) ?? this.#readLayout(layout)
    this.#layouts.set(layout, known)
    return known
  }

  async #readLayout(part: string): Promise<string[]> {
    const source = this.#source
    const [layout] = await elementsOf(source, part, 'sldLayout')
    const texts = layout ? [...descendantsOf(layout, 'spTree')].flatMap(layoutTexts) : []
    const master = (await relationsOf(source, part)).find(({ type }) => type === 'slideMaster')?.part
    if (master === undefined || hidesMaster(layout)) return texts
    return [...(await elementsOf(source, master, 'spTree')).flatMap(layoutTexts), ...texts]
  }

  async #notes(relations: readonly Relation[], slide: number): Promise<Block[]> {
    const notes = relations.find(({ type }) => type === 'notesSlide')
    if (!notes) return []
    const trees = await elementsOf(this.#source, notes.part, 'spTree')
    const shapes = trees.flatMap((tree) => [...descendantsOf({ ...tree, name: '' }, 'sp')])
    const blocksOf = (shape: Element): Block[] =>
      readShapes(
        { ...shape, name: '', children: [shape] },
        { slide },
        ({ words }) => toPictureText(words),
        this.#margins,
      ).flatMap((piece) => ('block' in piece ? [piece.block] : []))
    const lines = shapes.filter((shape) => !isInMargin(shape)).flatMap(blocksOf)
    const text = `Speaker notes: ${lines.map((line) => line.text).join('\n')}`
    return [...(lines.length === 0 ? [] : [{ text, slide }]), ...shapes.filter(isInMargin).flatMap(blocksOf)]
  }
}

const hidesMaster = (element: Element | undefined): boolean =>
  ['0', 'false'].includes(element?.attributes['showMasterSp'] ?? '')
