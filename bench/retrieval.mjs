// npm run bench:retrieval: how well the search finds what it should, by words and with vectors, on collections with known answers.
// The collections are no part of the product: hand in a folder of BEIR-shaped ones (corpus.jsonl, queries.jsonl, qrels/test.tsv each).
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installIfNeeded, requireNode, root } from '../scripts/setup.mjs'

requireNode()
await installIfNeeded()
const folder = resolve(process.argv[2] ?? join(root, '../shared/data/retrieval'))
if (!existsSync(folder)) {
  process.stdout.write(`No collections at ${folder}. Usage: npm run bench:retrieval -- <folder>\n`)
  process.exit(0)
}
const { register } = await import('tsx/esm/api')
register()
const { measureMeaning, measureWords, openCollection } = await import('./support/measure-collection.ts')
const { STAND_INS } = await import('./support/vector-stand-ins.ts')

const MAX_QUESTIONS = 500
const HEAD = [
  'collection',
  'language',
  'passages',
  'nDCG@10',
  'recall@5',
  'MRR@10',
  'query p50 ms',
  'p95 ms',
  'indexed/s',
]
const names = readdirSync(folder)
  .sort()
  .filter((name) => existsSync(join(folder, name, 'corpus.jsonl')))
const line = (cells) => `| ${cells.join(' | ')} |\n`
const printHead = (cells) => process.stdout.write(line(cells) + line(cells.map(() => '---')))

printHead(HEAD)
const byMeaning = []
for (const name of names) {
  const collection = openCollection(join(folder, name))
  const row = measureWords(name, collection)
  process.stdout.write(line(row))
  // Thousands of questions say no more about vectors than hundreds, and each is asked for every kind of them.
  collection.queries.length = Math.min(collection.queries.length, MAX_QUESTIONS)
  const words = Number(measureWords(name, collection)[3])
  for (const standIn of STAND_INS) byMeaning.push({ name, words, standIn, collection })
}

process.stdout.write(
  `\nWith made-up vectors beside the words, nDCG@10 of at most ${MAX_QUESTIONS} questions:\n\n`,
)
printHead(['collection', 'vectors', 'words alone', 'vectors alone', 'both', 'difference'])
for (const { name, words, standIn, collection } of byMeaning) {
  const { alone, fused } = measureMeaning(collection, standIn)
  const both = fused[0]
  const numbers = [words, alone, both, both - words].map((number) => number.toFixed(4))
  process.stdout.write(line([name, standIn.name, ...numbers]))
}
