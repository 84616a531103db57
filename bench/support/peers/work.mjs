// The work that the peers share: key, search, rubric, file, template and the record of usage, in SQLite.
import { readFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'

const { text, key, rubric, file } = JSON.parse(readFileSync(process.env.MATERIAL, 'utf8'))
/** Exported, because the database is closed as soon as nothing refers to it. */
export const db = new DatabaseSync(':memory:')
db.exec(`
  create virtual table passages using fts5(content);
  create table keys (key text primary key, assistant integer);
  create table usage (assistant integer, input integer, output integer, created_at integer)`)
const addPassage = db.prepare('insert into passages (content) values (?)')
for (const passage of text.split('\n\n')) addPassage.run(passage)
db.prepare('insert into keys values (?, 1)').run(key)

const findKey = db.prepare('select assistant from keys where key = ?')
const search = db.prepare('select content from passages where passages match ? order by rank limit 6')
const addUsage = db.prepare('insert into usage values (?, ?, ?, ?)')
const SYSTEM = 'You answer with the page on which your answer rests.'

/** The three tools one after the other, and the filled template. Undefined for an unknown key. */
export function toMessages(authorization, { messages }) {
  if (!findKey.get(authorization.slice('Bearer '.length))) return undefined
  const question = messages.at(-1).content
  const words = question.match(/\p{L}+/gu) ?? []
  const rows = search.all(words.map((word) => `"${word}"`).join(' OR '))
  const context = rows.map(({ content }, at) => `[${at + 1}] ${content}`).join('\n\n')
  const prompt = `Context: ${context}\nRubric: ${rubric}\nFile: ${file}\nQuestion: ${question}`
  return [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: prompt },
  ]
}

export const record = (input, output) => addUsage.run(1, input, output, Date.now())

/** Calls `answer(body, authorization, outgoing)` for every request. */
export const handle = (answer) => (incoming, outgoing) => {
  const parts = []
  incoming.on('data', (part) => parts.push(part))
  incoming.on('end', () => {
    if (incoming.url === '/ready') return void outgoing.end('ok')
    const body = JSON.parse(Buffer.concat(parts))
    const messages = toMessages(incoming.headers.authorization ?? '', body)
    if (!messages) return void outgoing.writeHead(401).end()
    answer(messages, outgoing)
  })
}
