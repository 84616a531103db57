import type { DocumentArchive } from '../document-archive.ts'
import { formulaIn } from '../html/html-math.ts'
import type { Budget } from '../limits.ts'

/** Each formula is a document of its own, in a folder. */
export async function readFormulas(archive: DocumentArchive, budget: Budget): Promise<Map<string, string>> {
  const formulas = new Map<string, string>()
  for (const name of archive.names()) {
    const folder = /^(.+)\/content\.xml$/.exec(name)?.[1]
    if (folder === undefined) continue
    const pieces: Uint8Array[] = []
    for await (const piece of archive.read(name)) pieces.push(piece)
    const formula = formulaIn(Buffer.concat(pieces).toString('utf8'))
    budget.spend(formula.length)
    formulas.set(folder, formula)
  }
  return formulas
}

/** The formula that a frame shows. */
export const formulaPart = (attributes: Record<string, string>): string =>
  (attributes['xlink:href'] ?? '').replace(/^\.\//, '')
