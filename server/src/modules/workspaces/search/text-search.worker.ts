import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { BEGUN, type SearchAnswer, type SearchHit, type SearchTask } from './search-messages.ts'

// A thread for one search: a pattern that never comes to its end is ended with its thread.
const task = workerData as SearchTask
parentPort?.postMessage(BEGUN)
parentPort?.postMessage(search(task))

function search({ files, regex, caseSensitive, filePattern, limits }: SearchTask): SearchAnswer {
  let pattern: RegExp
  try {
    pattern = new RegExp(regex, caseSensitive ? 'u' : 'iu')
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'it can’t be read' }
  }
  const wanted = filePattern === undefined ? undefined : globToRegExp(filePattern)
  const hits: SearchHit[] = []
  let searched = 0
  for (const { path, real } of files) {
    if (wanted && !wanted.test(filePattern?.includes('/') ? path : (path.split('/').at(-1) ?? path))) continue
    const text = readText(real, limits.fileBytes)
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

/** Undefined for what is no text, too large, or not there any more. */
function readText(real: string, limit: number): string | undefined {
  let file: number | undefined
  try {
    file = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = fstatSync(file)
    if (!stats.isFile() || stats.size > limit) return undefined
    const bytes = readFileSync(file)
    return bytes.subarray(0, 8192).includes(0) ? undefined : bytes.toString('utf8')
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
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
