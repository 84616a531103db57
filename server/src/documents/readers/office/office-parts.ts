import { childOf, elementsOf, type XmlSource } from './xml.ts'

export interface Relation {
  id: string
  /** The last word of the relation's type: "slide", "notesSlide", "chart". */
  type: string
  /** The name of the part in the archive. */
  part: string
}

/** The relations of a part. External targets are skipped: nothing is ever fetched. */
export async function relationsOf(source: XmlSource, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const file = part.slice(folder.length)
  const elements = await elementsOf(source, `${folder}_rels/${file}.rels`, 'Relationship')
  return elements.flatMap(({ attributes }) => {
    const { Id, Type, Target, TargetMode } = attributes
    if (!Id || !Type || !Target || TargetMode === 'External') return []
    return [{ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: resolvePart(folder, Target) }]
  })
}

function resolvePart(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

/** The main part according to the file's directory. */
export async function mainPart(source: XmlSource, usual: string): Promise<string> {
  const relations = await relationsOf(source, '')
  const main = relations.find(({ type, part }) => type === 'officeDocument' && source.archive.has(part))
  return main?.part ?? usual
}

/** The title that the author gave the file; programs often leave the name of a template there. */
export async function titleOf(source: XmlSource): Promise<string | undefined> {
  const [properties] = await elementsOf(source, 'docProps/core.xml', 'coreProperties')
  const title = childOf(properties, 'title')?.text.trim()
  return title === '' ||
    title === undefined ||
    /^(microsoft )?(word|powerpoint|excel)\b|^slide \d+$/i.test(title)
    ? undefined
    : title
}
