import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { measureMeaning, measureWords, openCollection } from './measure-collection.ts'
import { STAND_INS } from './vector-stand-ins.ts'

/** Thousands of questions say no more about vectors than hundreds, and each is asked for every kind of them. */
const MAX_QUESTIONS = 500
const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |\n`
const HEAD = ['collection', 'vectors', 'words alone', 'vectors alone', 'both', 'difference']

/** nDCG@10 with made-up vectors beside the words. */
export async function measureVectors(folder: string): Promise<void> {
  process.stdout.write(line(HEAD) + line(HEAD.map(() => '---')))
  for (const name of readdirSync(folder).sort()) {
    if (!existsSync(join(folder, name, 'corpus.jsonl'))) continue
    const collection = openCollection(join(folder, name))
    collection.queries.length = Math.min(collection.queries.length, MAX_QUESTIONS)
    const words = Number(measureWords(name, collection)[3])
    for (const standIn of STAND_INS) {
      const { alone, fused } = measureMeaning(collection, standIn)
      const both = fused[0] ?? 0
      const numbers = [words, alone, both, both - words].map((number) => number.toFixed(4))
      process.stdout.write(line([name, standIn.name, ...numbers]))
    }
  }
}
