import type { Block } from '../../document-text.ts'
import type { Margins } from '../../margins.ts'
import { toPictureText } from '../../pictures/picture-texts.ts'
import { toBlocks } from '../drawings/chart.ts'
import { readShapes } from '../drawings/shapes.ts'
import { type Relation, relationsOf } from '../office-parts.ts'
import { childOf, type Element, elementsOf, type XmlSource } from '../xml.ts'
import { stringText } from './cells.ts'

/** What a sheet has beside its cells: text boxes, diagrams, charts, and comments on cells. */
export async function besideCells(
  source: XmlSource,
  part: string,
  sheet: string,
  margins: Margins,
): Promise<Block[]> {
  const relations = await relationsOf(source, part)
  const blocks: Block[] = []
  for (const drawing of relations.filter(({ type }) => type === 'drawing')) {
    const own = await relationsOf(source, drawing.part)
    for (const tree of await elementsOf(source, drawing.part, 'wsDr')) {
      const pieces = readShapes(tree, { sheet }, ({ words }) => toPictureText(words), margins)
      for (const piece of pieces) blocks.push(...(await toBlocks(source, own, piece, { sheet })))
    }
  }
  for (const text of await commentsOf(source, relations)) blocks.push({ text, sheet })
  for (const { text } of blocks) source.budget.spend(text.length)
  return blocks
}

async function commentsOf(source: XmlSource, relations: readonly Relation[]): Promise<string[]> {
  const read = async (type: string, name: string): Promise<Element[]> => {
    const parts = relations.filter((relation) => relation.type === type)
    return (await Promise.all(parts.map(({ part }) => elementsOf(source, part, name)))).flat()
  }
  const threaded = await read('threadedComment', 'threadedComment')
  // For older programs, a thread is also one comment that says so.
  const refs = new Set(threaded.map(({ attributes }) => attributes['ref']))
  const single = (await read('comments', 'comment')).filter(({ attributes }) => !refs.has(attributes['ref']))
  return [...single, ...threaded].flatMap((comment) => {
    const body = childOf(comment, 'text')
    const text = `${body?.text ?? ''}${stringText(body)}`.replace(/\s+/g, ' ').trim()
    return text === '' ? [] : [`Comment on ${comment.attributes['ref'] ?? ''}: ${text}`]
  })
}
