import { say } from '@bellwether/wire'
import type { Block, DocumentText } from '../document-text.ts'
import type { Budget } from '../limits.ts'
import { type Margins, PAGE_NUMBER } from '../margins.ts'
import { corrupt } from '../unreadable-document.ts'
import { type Decoder, documentDecoder, fontDecoders } from './rtf-code-pages.ts'
import { RtfText } from './rtf-text.ts'

/** Groups that are not part of the text. */
const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object themedata datastore latentstyles listtable listoverridetable rsidtbl generator xmlnstbl fldinst bkmkstart bkmkend template sn sv shprslt xe tc rxe tcn ftnsep ftnsepc aftnsep aftnsepc'.split(
    ' ',
  ),
)
const MARGIN = /^(header|footer)[lrf]?$/
/** Optional groups that have text: shapes, and the Unicode form of a text. */
const WITH_TEXT = new Set(['shpinst', 'ud'])
const CHARACTERS: Record<string, string> = {
  line: '\n',
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
const PARAGRAPH_ENDS = new Set(['par', 'page', 'sect'])
const MAX_DEPTH = 1000
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi

interface Group {
  isSkipped: boolean
  /** Hidden, or deleted while changes were tracked. */
  isHidden: boolean
  isRaised: boolean
  /** After `\*`: skipped unless the next word is known. */
  isOptional: boolean
  /** Characters to skip after a Unicode one: its replacement for old programs. */
  replacement: number
  font: string
  into: RtfText
  /** It has its text twice, for old programs and in Unicode. */
  isTwice: boolean
}

/** Rich Text Format: its text, without styles, pictures and fields. */
export function readRtf(bytes: Uint8Array, budget: Budget, margins: Margins): DocumentText {
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
  return { kind: 'rtf', ...content.end(margins) }
}

class RtfContent {
  readonly #budget: Budget
  readonly #decoder: Decoder
  readonly #fonts: ReadonlyMap<string, Decoder>
  readonly #body: RtfText
  readonly #margins: Record<string, RtfText[]> = { header: [], footer: [] }
  readonly #groups: Group[] = []
  /** Bytes that follow each other: in some code pages, two are one character. */
  #bytes: number[] = []
  #toSkip = 0

  constructor(source: string, budget: Budget) {
    this.#budget = budget
    this.#body = new RtfText(budget)
    this.#groups.push({
      isSkipped: false,
      isHidden: false,
      isRaised: false,
      isOptional: false,
      isTwice: false,
      replacement: 1,
      font: '',
      into: this.#body,
    })
    this.#decoder = documentDecoder(source.slice(0, 2000))
    this.#fonts = fontDecoders(source.slice(0, 200_000))
  }

  get #group(): Group {
    const group = this.#groups.at(-1)
    if (!group) throw corrupt()
    return group
  }

  brace(brace: string): void {
    this.#decodeBytes()
    // The replacement of a Unicode character never goes beyond its group.
    this.#toSkip = 0
    if (brace === '}') {
      // A brace too many does not end the document.
      if (this.#groups.length > 1) this.#groups.pop()
    } else if (this.#groups.length > MAX_DEPTH) throw corrupt()
    else {
      const { isSkipped, isTwice } = this.#group
      this.#groups.push({
        ...this.#group,
        isOptional: false,
        isTwice: false,
        isSkipped: isSkipped || isTwice,
      })
    }
  }

  byte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--
    else this.#bytes.push(byte)
  }

  symbol(symbol: string): void {
    this.#decodeBytes()
    if (symbol === '*') this.#group.isOptional = true
    else if (symbol === '\n' || symbol === '\r') this.word('par', undefined)
    else this.#add(CHARACTERS[symbol] ?? (/[\\{}]/.test(symbol) ? symbol : ''))
  }

  word(word: string, number: string | undefined): void {
    this.#decodeBytes()
    const group = this.#group
    if (SKIPPED.has(word) || (group.isOptional && !WITH_TEXT.has(word))) group.isSkipped = true
    group.isOptional = false
    if (word === 'ud' && this.#groups.at(-2)?.isTwice) group.isSkipped = false
    if (!group.isSkipped) this.#open(word, group)
    if (word === 'uc') group.replacement = Number(number ?? 1)
    else if (word === 'f') group.font = number ?? ''
    else if (word === 'v' || word === 'deleted') group.isHidden = number !== '0'
    else if (word === 'super') group.isRaised = number !== '0'
    else if (word === 'nosupersub' || word === 'sub') group.isRaised = false
    else if (word === 'plain') {
      group.isHidden = false
      group.isRaised = false
    } else if (word === 'u') {
      this.#add(String.fromCharCode((Number(number) + 65_536) % 65_536))
      this.#toSkip = group.replacement
    } else if (!group.isSkipped) this.#lay(word, number, group.into)
  }

  /** Words that begin another text. */
  #open(word: string, group: Group): void {
    const margin = MARGIN.exec(word)?.[1]
    if (margin !== undefined) {
      group.into = new RtfText(this.#budget)
      this.#margins[margin]?.push(group.into)
    } else if (word === 'footnote') {
      const note = new RtfText(this.#budget)
      group.into.addNote(note)
      group.into = note
    } else if (word === 'upr') group.isTwice = true
  }

  /** Words that structure a text. */
  #lay(word: string, number: string | undefined, into: RtfText): void {
    if (word === 'pard') {
      into.heading = 0
      into.isInTable = false
    } else if (word === 'outlinelevel') into.heading = Math.min(6, Number(number ?? 0) + 1)
    else if (word === 'intbl') into.isInTable = true
    else if (word === 'cell') into.endCell()
    else if (word === 'row') into.endRow()
    else if (word === 'chpgn') {
      into.hasPage = true
      into.add(PAGE)
    } else if (PARAGRAPH_ENDS.has(word)) into.endParagraph()
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
    if (this.#group.isSkipped && /^\s*PAGE\b/i.test(run)) this.#group.into.hasPage = true
    const rest = run.slice(this.#toSkip)
    this.#toSkip = Math.max(0, this.#toSkip - run.length)
    this.#add(rest)
  }

  end(margins: Margins): Pick<DocumentText, 'blocks' | 'warnings'> {
    this.#decodeBytes()
    const kept = (kind: string) => (this.#margins[kind] ?? []).flatMap((text) => keptOf(text, margins))
    const blocks = [...kept('header'), ...this.#body.end(), ...kept('footer')]
    const isCutOff = this.#groups.length > 1
    const warnings = [...(isCutOff ? [say('document_warnings.cut_off')] : []), ...margins.notes]
    return { blocks, warnings }
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
    const { isSkipped, isHidden, isRaised } = this.#group
    if (!isSkipped && !isHidden) this.#group.into.add(text, isRaised)
  }
}

/** Stands for the number of the page. */
const PAGE = '#'

function keptOf(text: RtfText, margins: Margins): Block[] {
  const { hasPage } = text
  return text.end().filter((block) =>
    margins.keeps(block.text, {
      isPageNumber: hasPage && PAGE_NUMBER.test(block.text.replaceAll(PAGE, '1')),
    }),
  )
}
