// npm run bench:retrieval [-- <folder>] [--articles] [--http] [--vectors] [--provider --embeddings=… --rerank=…] [--questions=500]: how well the search finds what it should, in
// every form in which people ask, and how it grades what it finds. Whole documents are split, indexed, ranked and graded as users' are; with --http,
// through the API of a server; with --articles, paragraphs of the same title as one document. --vectors measures made-up vectors beside the words
// instead; --provider measures your own embedding model and reranker (docs/performance.md), which costs money. The collections are not part of the
// product: pass a folder of collections in BEIR's form (corpus.jsonl, queries.jsonl, qrels/test.tsv each).
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
const { openPlainFusion } = await import('./support/plain-fusion.ts')
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
const HEAD = ['collection', 'questions', 'form', 'nDCG@10', 'hit@5', 'found', 'perhaps', 'nothing', 'CPU ms']

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

const figure = (value) => value.toFixed(3)
const gradesOf = ({ found, perhaps, nothing }) => [found, perhaps, nothing].map(figure)
const all = [...collections()]
for (const [at, [name, collection]] of all.entries()) {
  const texts = collection.corpus.slice(0, 100).map(({ text }) => text)
  const language = detectLanguage(texts.join('\n'))
  const { ask, stop } = await open(collection.corpus)
  const startedAt = process.cpuUsage().user
  const plain = await wholeDocuments.measureRanking(collection.queries, ask)
  const cpu = (process.cpuUsage().user - startedAt) / 1000 / collection.queries.length
  const rrf = openPlainFusion(collection.corpus)
  const byRank = await wholeDocuments.measureRanking(collection.queries, async (question) => ({
    documents: rrf(question),
  }))
  const print = (...cells) => process.stdout.write(line([name, ...cells]))
  print(collection.queries.length, 'all', plain.ndcg.toFixed(4), '', '', '', '', cpu.toFixed(2))
  print(
    collection.queries.length,
    'all, by RRF of words and 4-grams',
    byRank.ndcg.toFixed(4),
    '',
    '',
    '',
    '',
    '',
  )
  for (const [form, { questions, ndcg, hit, grades }] of await wholeDocuments.measureForms(
    collection,
    ask,
    language,
  ))
    print(questions, form, ndcg.toFixed(4), figure(hit), ...gradesOf(grades), '')
  const [foreignName, foreign] = all[(at + 1) % all.length]
  const some = foreign.queries.slice(0, 300)
  print(
    some.length,
    `of ${foreignName}`,
    '',
    '',
    ...gradesOf(await wholeDocuments.measureForeign(some, ask)),
    '',
  )
  await stop()
}
await cleanUp?.()
process.exit(0)
