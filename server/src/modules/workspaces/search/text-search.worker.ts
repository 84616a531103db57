import { parentPort, workerData } from 'node:worker_threads'
import { readRegularFile } from '../disk/read-file.ts'
import { BEGUN, type SearchAnswer, type SearchHit, type SearchTask } from './search-messages.ts'

// A thread for one search: a pattern that never comes to its end is ended with its thread.
const task = workerData as SearchTask
parentPort?.postMessage(BEGUN)
parentPort?.postMessage(await search(task))

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
  const wanted = filePattern === undefined ? undefined : globToRegExp(filePattern)
  const hits: SearchHit[] = []
  let searched = 0
  for (const path of files) {
    if (wanted && !wanted.test(filePattern?.includes('/') ? path : (path.split('/').at(-1) ?? path))) continue
    const text = await readText(root, path, limits.fileBytes)
    if (text === undefined) continue
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

/** Undefined for what is no text, too large, or gone. */
async function readText(root: string, path: string, limit: number): Promise<string | undefined> {
  try {
    const { bytes } = await readRegularFile(root, path, limit)
    return bytes.subarray(0, 8192).includes(0) ? undefined : bytes.toString('utf8')
  } catch {
    return undefined
  }
}

function around(lines: readonly string[], at: number, { context, lineChars }: SearchTask['limits']): string {
  const from = Math.max(0, at - context)
  const to = Math.min(lines.length - 1, at + context)
  const shown: string[] = []
  for (let index = from; index <= to; index++) {
    const line = lines[index] ?? ''
    shown.push(`${index + 1}\t${line.length > lineChars ? `${line.slice(0, lineChars)}…` : line}`)
  }
  return shown.join('\n')
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
