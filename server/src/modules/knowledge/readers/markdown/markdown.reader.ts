import type { Block, DocumentText } from '../document-text.ts'
import { decodeText } from '../encoding/decode-text.ts'
import type { Budget } from '../limits.ts'
import { tableBlocks } from '../table.ts'
import { splitFrontMatter } from './front-matter.ts'
import { type NoteNumbers, toPlain } from './inline.ts'

/** Image data embedded by notebooks and converters: useless for search. */
const INLINE_PICTURE = /data:image\/[\w.+-]{1,40}(?:;[\w=.-]{1,40}){0,5};base64,[\w+/=]*/gi

export function readMarkdown(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  const { title, body } = splitFrontMatter(decodeText(bytes, charset))
  budget.spend(body.length)
  const blocks = markdownBlocks(body.replace(INLINE_PICTURE, '#'))
  const name = title ?? blocks.find(({ heading }) => heading === 1)?.text
  return { kind: 'markdown', ...(name === undefined ? {} : { title: name }), blocks }
}

function markdownBlocks(text: string): Block[] {
  const notes = numberNotes(text)
  return splitLines(text.split('\n')).flatMap((part) => toBlocks(part, notes))
}

type Part = { kind: 'heading'; level: number; text: string } | { kind: 'lines' | 'code'; lines: string[] }

function splitLines(lines: readonly string[]): Part[] {
  const parts: Part[] = []
  let current: string[] = []
  let fence: string | undefined
  const flush = (kind: 'lines' | 'code') => {
    if (current.some((line) => line.trim() !== '')) parts.push({ kind, lines: current })
    current = []
  }
  for (const line of lines) {
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
  flush(fence === undefined ? 'lines' : 'code')
  return parts
}

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

function toBlocks(part: Part, notes: NoteNumbers): Block[] {
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
