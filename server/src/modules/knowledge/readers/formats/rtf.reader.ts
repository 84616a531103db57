import type { Block, DocumentText } from '../document-text.ts'
import type { Budget } from '../limits.ts'
import { corrupt } from '../unreadable-document.ts'
import { decoderOf, fontDecoders } from './rtf-code-pages.ts'

/** Groups that are not part of the text. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object header footer headerl headerr footerl footerr headerf footerf themedata datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl fldinst bkmkstart bkmkend template sn sv shprslt xe tc rxe tcn'.split(
    ' ',
  ),
)
/** Optional groups that have text: those of shapes. */
const WITH_TEXT = new Set(['shpinst'])
const CHARACTERS: Record<string, string> = {
  line: '\n',
  cell: ' | ',
  nestcell: ' | ',
  nestrow: '\n',
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
const PARAGRAPH_ENDS = new Set(['par', 'page', 'sect', 'row'])
const MAX_DEPTH = 1000
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi

interface Group {
  isSkipped: boolean
  /** Hidden, or deleted while changes were tracked. */
  isHidden: boolean
  /** After `\*`: skipped unless the next word is known. */
  isOptional: boolean
  /** Characters to skip after a Unicode one: its replacement for old programs. */
  replacement: number
  font: string
}

/** Rich Text Format: its text, without styles, pictures and fields. */
export function readRtf(bytes: Uint8Array, budget: Budget): DocumentText {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const content = new RtfContent(source, budget)
  // Not `matchAll`: binary data is jumped over.
  const token = new RegExp(TOKEN)
  for (let match = token.exec(source); match; match = token.exec(source)) {
    budget.tick()
    const [, word, number, hex, symbol, brace, run] = match
    if (word === 'bin') token.lastIndex += Math.max(0, Number(number ?? 0))
    else if (brace !== undefined) content.brace(brace)
    else if (hex !== undefined) content.byte(Number.parseInt(hex, 16))
    else if (symbol !== undefined) content.symbol(symbol)
    else if (word !== undefined) content.word(word, number)
    else if (run !== undefined) content.run(run)
  }
  return { kind: 'rtf', blocks: content.end() }
}

class RtfContent {
  readonly #blocks: Block[] = []
  readonly #budget: Budget
  readonly #decoder: ReturnType<typeof decoderOf>
  readonly #fonts: ReturnType<typeof fontDecoders>
  #groups: Group[] = [{ isSkipped: false, isHidden: false, isOptional: false, replacement: 1, font: '' }]
  #text = ''
  /** Bytes that follow each other: in some code pages, two are one character. */
  #bytes: number[] = []
  #toSkip = 0
  #heading = 0

  constructor(source: string, budget: Budget) {
    this.#budget = budget
    this.#decoder = decoderOf(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 2000))?.[1] ?? '1252')
    this.#fonts = fontDecoders(source.slice(0, 200_000))
  }

  get #group(): Group {
    const group = this.#groups.at(-1)
    if (!group) throw corrupt()
    return group
  }

  brace(brace: string): void {
    this.#decodeBytes()
    if (brace === '}') this.#groups.pop()
    else if (this.#groups.length > MAX_DEPTH) throw corrupt()
    else this.#groups.push({ ...this.#group, isOptional: false })
  }

  byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--
    else this.#bytes.push(byte)
  }

  symbol(symbol: string): void {
    this.#decodeBytes()
    if (symbol === '*') this.#group.isOptional = true
    else this.#add(CHARACTERS[symbol] ?? (/[\\{}]/.test(symbol) ? symbol : ''))
  }

  word(word: string, number: string | undefined): void {
    this.#decodeBytes()
    const group = this.#group
    if (SKIPPED.has(word) || (group.isOptional && !WITH_TEXT.has(word))) group.isSkipped = true
    group.isOptional = false
    if (word === 'uc') group.replacement = Number(number ?? 1)
    else if (word === 'f') group.font = number ?? ''
    else if (word === 'v' || word === 'deleted') group.isHidden = number !== '0'
    else if (word === 'plain') group.isHidden = false
    else if (word === 'pard' && !group.isSkipped) this.#heading = 0
    else if (word === 'outlinelevel' && !group.isSkipped) this.#heading = Math.min(6, Number(number ?? 0) + 1)
    else if (word === 'u') {
      this.#add(String.fromCharCode((Number(number) + 65_536) % 65_536))
      this.#toSkip = group.replacement
    } else if (PARAGRAPH_ENDS.has(word)) this.#endParagraph()
    else this.#add(CHARACTERS[word] ?? '')
  }

  run(run: string): void {
    // A byte of two may be written as a letter.
    const isSecond = this.#bytes.length > 0 && this.#toSkip === 0
    if (isSecond && this.#isIncomplete()) {
      this.#bytes.push(run.charCodeAt(0))
      this.#decodeBytes()
      this.#add(run.slice(1))
      return
    }
    this.#decodeBytes()
    const rest = run.slice(this.#toSkip)
    this.#toSkip = Math.max(0, this.#toSkip - run.length)
    this.#add(rest)
  }

  end(): Block[] {
    this.#groups = [{ isSkipped: false, isHidden: false, isOptional: false, replacement: 1, font: '' }]
    this.#decodeBytes()
    this.#endParagraph()
    return this.#blocks
  }

  #decoderNow() {
    return this.#fonts.get(this.#group.font) ?? this.#decoder
  }

  #isIncomplete(): boolean {
    return this.#decoderNow().decode(Uint8Array.from(this.#bytes)).endsWith('\uFFFD')
  }

  #decodeBytes(): void {
    if (this.#bytes.length === 0) return
    this.#add(this.#decoderNow().decode(Uint8Array.from(this.#bytes)))
    this.#bytes = []
  }

  #add(text: string): void {
    const { isSkipped, isHidden } = this.#group
    if (!isSkipped && !isHidden) this.#text += text
  }

  #endParagraph(): void {
    if (this.#group.isSkipped) return
    for (const piece of this.#text.split(/\n{2,}/)) {
      const text = piece.replace(/[^\S\n]+/g, ' ').trim()
      if (text === '') continue
      this.#budget.spend(text.length)
      this.#blocks.push({ text, ...(this.#heading > 0 ? { heading: this.#heading } : {}) })
    }
    this.#text = ''
  }
}
