// npm run bench:retrieval [-- <folder>] [--articles] [--http] [--vectors] [--provider --embeddings=… --rerank=…] [--questions=500]: how well the search finds what it should, and how
// often it says that there is nothing. Whole documents are split, indexed, ranked and graded as users' are; with
// --http, through the API of a server; with --articles, paragraphs of the same title as one document. --vectors measures made-up vectors beside the words instead; --provider measures
// your own embedding model and reranker (docs/performance.md), which costs money. The collections are not part of the product: pass a folder of collections in
// BEIR's form (corpus.jsonl, queries.jsonl, qrels/test.tsv each).
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installIfNeeded, requireNode, root } from '../scripts/setup.mjs'

requireNode()
await installIfNeeded()
const options = process.argv.slice(2)
const folderOption = options.find((option) => !option.startsWith('--'))
const folder = resolve(folderOption ?? join(root, '../shared/data/retrieval'))
const hasArticles = options.includes('--articles')
const isOverHttp = options.includes('--http')
const isWithProvider = options.includes('--provider')
const optionOf = (name) => options.find((option) => option.startsWith(`--${name}=`))?.slice(name.length + 3)
// Each question costs money with a provider.
const most = Number(optionOf('questions') ?? (isWithProvider ? 200 : Infinity))
const models = { embeddings: optionOf('embeddings'), rerank: optionOf('rerank') }
if (isWithProvider && !models.embeddings && !models.rerank) {
  process.stdout.write(
    'Choose a model: --embeddings=openai/text-embedding-3-small, --rerank=openai/… or both\n',
  )
  process.exit(1)
}
if (!existsSync(folder)) {
  process.stdout.write(`No collections at ${folder}. Usage: npm run bench:retrieval -- <folder>\n`)
  process.exit(0)
}
const { register } = await import('tsx/esm/api')
register()
const wholeDocuments = await import('./support/whole-documents.ts')
const { toLongQuestion } = await import('./support/long-questions.ts')
const { openOverHttp } = await import('./support/over-http.ts')
const { detectLanguage } = await import('../server/src/platform/text/language.ts')
// The server starts on a copy of an empty database, as in tests.
const cleanUp =
  isOverHttp || isWithProvider
    ? await (await import('../scripts/test/test-databases.mjs')).default()
    : undefined

if (options.includes('--vectors')) {
  await (await import('./support/vectors/vectors-beside-words.ts')).measureVectors(folder)
  process.exit(0)
}

const line = (cells) => `| ${cells.join(' | ')} |\n`
const HEAD = [
  'collection',
  'nDCG@10',
  'recall@5',
  'long: nDCG@10',
  'p50 / p95 ms',
  'missing: nothing',
  'answerable: nothing',
  'long, missing: nothing',
  'long, answerable: nothing',
]

if (isWithProvider) {
  const { measureWithProvider, providerSettings } = await import('./support/with-provider.ts')
  const head = ['collection', 'search', 'nDCG@10', 'recall@5', 'p50 / p95 ms']
  process.stdout.write(line(head) + line(head.map(() => '---')))
  for (const [name, collection] of collections())
    for (const row of await measureWithProvider(collection, models, providerSettings(process.env))) {
      const speed = `${row.p50.toFixed(1)} / ${row.p95.toFixed(1)}`
      process.stdout.write(line([name, row.search, row.ndcg.toFixed(4), row.recall.toFixed(4), speed]))
    }
  await cleanUp?.()
  process.exit(0)
}

process.stdout.write(line(HEAD) + line(HEAD.map(() => '---')))

const open = async (corpus) =>
  isOverHttp
    ? openOverHttp(corpus)
    : { ask: wholeDocuments.openInMemory(corpus), stop: async () => undefined }

/** Each with as many questions as were asked for, from all of it. */
function* collections() {
  for (const name of readdirSync(folder).sort()) {
    if (!existsSync(join(folder, name, 'corpus.jsonl'))) continue
    const read = wholeDocuments.readCollection(join(folder, name))
    const collection = hasArticles ? wholeDocuments.toArticles(read) : read
    const step = Math.max(1, Math.ceil(collection.queries.length / most))
    yield [name, { ...collection, queries: collection.queries.filter((_, at) => at % step === 0) }]
  }
}

for (const [name, collection] of collections()) {
  const texts = collection.corpus.slice(0, 100).map(({ text }) => text)
  const language = detectLanguage(texts.join('\n'))
  const full = await open(collection.corpus)
  const { ndcg, recall, p50, p95 } = await wholeDocuments.measureRanking(collection.queries, full.ask)
  const longQueries = collection.queries.map((query, at) => ({
    ...query,
    text: toLongQuestion(query.text, language, at),
  }))
  const long = await wholeDocuments.measureRanking(longQueries, full.ask)
  await full.stop()
  const abstention = []
  for (const isLong of [false, true]) {
    const shares = await wholeDocuments.measureAbstention(collection, open, { half: 0, isLong, language })
    abstention.push(shares.missing.nothing.toFixed(3), shares.answerable.nothing.toFixed(3))
  }
  const speed = `${p50.toFixed(1)} / ${p95.toFixed(1)}`
  process.stdout.write(
    line([name, ndcg.toFixed(4), recall.toFixed(4), long.ndcg.toFixed(4), speed, ...abstention]),
  )
}
await cleanUp?.()
process.exit(0)
