import { parentPort, workerData } from 'node:worker_threads'
import { diskFiles } from '../disk/disk-files.ts'
import { readRegularFile } from '../files/folder-view.ts'
import type { SearchAnswer, SearchContents, SearchHit, SearchMessage, SearchTask } from './search-files.ts'

/** Stored files that are asked for together: each may come from another machine. */
const AT_ONCE = 32

// A thread for one search: a pattern that never finishes is ended with its thread.
const task = workerData as SearchTask
send({ type: 'begun' })
send({ type: 'answer', answer: await search(task) })

function send(message: SearchMessage): void {
  parentPort?.postMessage(message)
}

async function search({
  root,
  files,
  regex,
  caseSensitive,
  filePattern,
  limits,
}: SearchTask): Promise<SearchAnswer> {
  let pattern: RegExp
  try {
    pattern = new RegExp(regex, caseSensitive ? 'u' : 'iu')
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'it can’t be read' }
  }
  const filePathPattern = filePattern === undefined ? undefined : globToRegExp(filePattern)
  const hits: SearchHit[] = []
  let searched = 0
  const isWanted = (path: string): boolean =>
    !filePathPattern ||
    filePathPattern.test(filePattern?.includes('/') ? path : (path.split('/').at(-1) ?? path))
  const paths = files.filter(isWanted)
  const texts = root === null ? readStored(paths) : readFromDisk(root, paths, limits.fileBytes)
  for await (const { path, text } of texts) {
    searched++
    const lines = text.split(/\r?\n/)
    for (const [index, line] of lines.entries()) {
      if (!pattern.test(line)) continue
      if (hits.length === limits.hits) return { hits, searched, more: true }
      hits.push({ path, line: index + 1, text: around(lines, index, limits) })
    }
  }
  return { hits, searched, more: false }
}

interface Text {
  path: string
  text: string
}

async function* readFromDisk(root: string, paths: readonly string[], limit: number): AsyncGenerator<Text> {
  const files = diskFiles(root)
  for (const path of paths) {
    // Too large, or deleted since.
    const content = await readRegularFile(files, path, limit).catch(() => undefined)
    if (content && isText(content.bytes)) yield { path, text: content.bytes.toString('utf8') }
  }
}

async function* readStored(paths: readonly string[]): AsyncGenerator<Text> {
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const batch = paths.slice(from, from + AT_ONCE)
    for (const [index, bytes] of (await askFor(batch)).entries())
      if (bytes && isText(bytes))
        yield { path: batch[index] ?? '', text: Buffer.from(bytes).toString('utf8') }
  }
}

function askFor(paths: string[]): Promise<SearchContents> {
  return new Promise((resolve) => {
    parentPort?.once('message', resolve)
    send({ type: 'read', paths })
  })
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8192).includes(0)
}

function around(lines: readonly string[], at: number, { context, lineChars }: SearchTask['limits']): string {
  const from = Math.max(0, at - context)
  const to = Math.min(lines.length - 1, at + context)
  const excerpt: string[] = []
  for (let index = from; index <= to; index++) {
    const line = lines[index] ?? ''
    excerpt.push(`${index + 1}\t${line.length > lineChars ? `${line.slice(0, lineChars)}…` : line}`)
  }
  return excerpt.join('\n')
}

/** `*` and `?` within a name, `**` over folders, `{a,b}` one of them. */
function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|[*?{},]|[.+^$()|[\]\\]/g, (sign) => {
    if (sign === '**/') return '(?:.*/)?'
    if (sign === '**') return '.*'
    if (sign === '*') return '[^/]*'
    if (sign === '?') return '[^/]'
    if (sign === '{') return '(?:'
    if (sign === '}') return ')'
    if (sign === ',') return '|'
    return `\\${sign}`
  })
  try {
    return new RegExp(`^${source}$`)
  } catch {
    return new RegExp(`^${glob.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
  }
}
