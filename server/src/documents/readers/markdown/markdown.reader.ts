import type { Block, DocumentText } from '../document-text.ts'
import { decodeText } from '../encoding/decode-text.ts'
import type { Budget } from '../limits.ts'
import { tableBlocks } from '../table.ts'
import { withoutComments } from './comments.ts'
import { splitFrontMatter } from './front-matter.ts'
import { type NoteNumbers, toPlain } from './inline.ts'

/** Image data embedded by notebooks and converters: useless for search. */
const INLINE_PICTURE = /data:image\/[\w.+-]{1,40}(?:;[\w=.-]{1,40}){0,5};base64,[\w+/=]*/gi

export async function readMarkdown(
  bytes: Uint8Array,
  budget: Budget,
  charset?: string,
): Promise<DocumentText> {
  const { title, body } = splitFrontMatter(decodeText(bytes, charset))
  budget.spend(body.length)
  const blocks = await markdownBlocks(body.replace(INLINE_PICTURE, '#'), budget)
  const name = title ?? blocks.find(({ heading }) => heading === 1)?.text
  return { kind: 'markdown', ...(name === undefined ? {} : { title: name }), blocks }
}

async function markdownBlocks(text: string, budget: Budget): Promise<Block[]> {
  const notes = numberNotes(text)
  const blocks: Block[] = []
  for (const part of splitLines(withoutComments(text.split('\n'))))
    for (const block of part.kind === 'table' ? await readTable(part.lines, budget) : toBlocks(part, notes))
      blocks.push(block)
  return blocks
}

/** Converters write tables in HTML. */
async function readTable(lines: readonly string[], budget: Budget): Promise<Block[]> {
  const { readHtml } = await import('../html/html.reader.ts')
  return readHtml(Buffer.from(lines.join('\n')), budget, { charset: 'utf-8', isAllContent: true }).blocks
}

type Part =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'lines' | 'code' | 'table'; lines: string[] }

function splitLines(lines: readonly string[]): Part[] {
  const parts: Part[] = []
  let current: string[] = []
  let fence: string | undefined
  let isTable = false
  const flush = (kind: 'lines' | 'code' | 'table') => {
    if (current.some((line) => line.trim() !== '')) parts.push({ kind, lines: current })
    current = []
  }
  const lastTableEnd = lines.findLastIndex((line) => TABLE_END.test(line))
  for (const [at, line] of lines.entries()) {
    if (isTable || (fence === undefined && at <= lastTableEnd && TABLE_START.test(line))) {
      if (!isTable) flush('lines')
      isTable = !TABLE_END.test(line)
      current.push(line)
      if (!isTable) flush('table')
      continue
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      current.push(line)
      if (!mark?.startsWith(fence) || line.trim() !== mark) continue
      flush('code')
      fence = undefined
    } else if (mark) {
      flush('lines')
      fence = mark
      current.push(line)
    } else if (line.trim() === '') {
      flush('lines')
    } else {
      const heading = headingOf(line, current)
      if (!heading) current.push(line)
      else {
        if (heading.underlined) current = []
        flush('lines')
        parts.push({ kind: 'heading', level: heading.level, text: heading.text })
      }
    }
  }
  flush(isTable ? 'table' : fence === undefined ? 'lines' : 'code')
  return parts
}

const TABLE_START = /^ {0,3}<table[\s>]/i
const TABLE_END = /<\/table>[ \t]*$/i

/** "## Title", or a line above === or ---. */
function headingOf(line: string, above: readonly string[]) {
  const marks = /^ {0,3}(#{1,6})(?:[ \t]+|$)/.exec(line)
  if (marks?.[1]) {
    const text = line.slice(marks[0].length).trim()
    return { level: marks[1].length, text: withoutClosingMarks(text), underlined: false }
  }
  const [title] = above
  if (above.length !== 1 || title === undefined || /^ {0,3}(?:[-*+>|]|\d+[.)])\s|^ {4}|^\t/.test(title))
    return undefined
  if (/^ {0,3}=+[ \t]*$/.test(line)) return { level: 1, text: title.trim(), underlined: true }
  if (/^ {0,3}-{2,}[ \t]*$/.test(line)) return { level: 2, text: title.trim(), underlined: true }
  return undefined
}

/** "Title ##" and pandoc's "Title {#id .class}". */
const withoutClosingMarks = (text: string) =>
  text
    .replace(/ {0,5}\{[#.][^{}]{0,200}\}$/, '')
    .replace(/(?:^|[ \t])#{1,20}$/, '')
    .trim()

const RULE = /^ {0,3}(?:(?:- ?){3,}|(?:\* ?){3,}|(?:_ ?){3,})[ \t]*$/
const LINK_DEFINITION = /^ {0,3}\[(?!\^)[^\]]{1,200}\]:[ \t]*\S/
const NOTE_DEFINITION = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/

function toBlocks(part: Exclude<Part, { kind: 'table' }>, notes: NoteNumbers): Block[] {
  if (part.kind === 'heading') {
    const text = toPlain(part.text, notes).trim()
    return text === '' ? [] : [{ text, heading: part.level }]
  }
  if (part.kind === 'code') return [{ text: part.lines.join('\n') }]
  const lines = part.lines.filter((line) => !RULE.test(line) && !LINK_DEFINITION.test(line))
  if (lines.length === 0) return []
  if (isTable(lines)) return tableBlocks(toRows(lines).map((row) => row.map((cell) => toPlain(cell, notes))))
  if (lines.every((line) => /^(?: {4}|\t)/.test(line))) return [{ text: lines.join('\n') }]
  const marked = lines.map((line) =>
    // The text of a note, as in rendered Markdown. For its mark in the sentence see `toNoteMark`.
    line.replace(NOTE_DEFINITION, (match, name: string) =>
      notes.has(name) ? `[${notes.get(name)}] ` : match,
    ),
  )
  const text = toPlain(marked.join('\n'), notes).trimEnd().replace(/^\n+/, '')
  return text.trim() === '' ? [] : [{ text }]
}

const isTable = (lines: readonly string[]) =>
  lines.length > 1 &&
  /\|/.test(lines[0] ?? '') &&
  /^[\s|:-]{3,}$/.test(lines[1] ?? '') &&
  /-/.test(lines[1] ?? '')

const toRows = (lines: readonly string[]) =>
  lines
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.replaceAll('\\|', '|')),
    )

function numberNotes(text: string): NoteNumbers {
  const defined = new Set<string>()
  for (const match of text.matchAll(/^ {0,3}\[\^([^\]\s]{1,100})\]:/gm)) defined.add(match[1] ?? '')
  const numbers = new Map<string, number>()
  for (const match of text.matchAll(/\[\^([^\]\s]{1,100})\]/g)) {
    const name = match[1] ?? ''
    if (defined.has(name) && !numbers.has(name)) numbers.set(name, numbers.size + 1)
  }
  return numbers
}
