import type { Block, DocumentText } from '../document-text.ts'
import type { Budget } from '../limits.ts'
import { corrupt } from '../unreadable-document.ts'

/** Groups that are not part of the text. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object header footer headerl headerr footerl footerr themedata datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl fldinst bkmkstart bkmkend template'.split(
    ' ',
  ),
)
const CHARACTERS: Record<string, string> = {
  par: '\n\n',
  page: '\n\n',
  sect: '\n\n',
  row: '\n\n',
  line: '\n',
  cell: ' | ',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': '\u00a0',
  _: '-',
}
const MAX_DEPTH = 1000
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi

interface Group {
  isSkipped: boolean
  /** Characters to skip after a Unicode one: its replacement for old programs. */
  replacement: number
}

/** Rich Text Format: its text, without styles, pictures and fields. */
export function readRtf(bytes: Uint8Array, budget: Budget): DocumentText {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const page = /\\ansicpg(\d{3,5})/.exec(source.slice(0, 2000))?.[1] ?? '1252'
  const decoder = decoderOf(page)
  const groups: Group[] = [{ isSkipped: false, replacement: 1 }]
  let text = ''
  let toSkip = 0
  const add = (piece: string): void => {
    if (groups.at(-1)?.isSkipped !== true) text += piece
  }
  for (const [, word, number, hex, symbol, brace, run] of source.matchAll(TOKEN)) {
    budget.tick()
    const group = groups.at(-1)
    if (!group) throw corrupt()
    if (brace === '{') {
      if (groups.length > MAX_DEPTH) throw corrupt()
      groups.push({ ...group })
    } else if (brace === '}') groups.pop()
    else if (symbol === '*') group.isSkipped = true
    else if (symbol !== undefined) add(CHARACTERS[symbol] ?? (/[\\{}]/.test(symbol) ? symbol : ''))
    else if (hex !== undefined) {
      if (toSkip > 0) toSkip--
      else add(decoder.decode(new Uint8Array([Number.parseInt(hex, 16)])))
    } else if (word !== undefined) {
      if (SKIPPED.has(word)) group.isSkipped = true
      else if (word === 'uc') group.replacement = Number(number ?? 1)
      else if (word === 'u') {
        add(String.fromCharCode((Number(number) + 65_536) % 65_536))
        toSkip = group.replacement
      } else add(CHARACTERS[word] ?? '')
    } else if (run !== undefined) {
      const rest = run.slice(toSkip)
      toSkip = Math.max(0, toSkip - run.length)
      add(rest)
    }
  }
  budget.spend(text.length)
  const blocks: Block[] = text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/[^\S\n]+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ text: paragraph }))
  return { kind: 'rtf', blocks }
}

function decoderOf(page: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(`windows-${page}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
