import type { Block, DocumentText } from '../document-text.ts'
import { decodeText } from '../encoding/decode-text.ts'
import type { Budget } from '../limits.ts'

export interface Cue {
  /** In seconds. */
  start: number
  speaker: string
  text: string
  /** Someone else speaks than before, also without a name. */
  isTurn?: boolean
}

const TIMES = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?)\s*-->/
/** Comments and styles of WebVTT, which may contain a cue that is not shown. */
const NOT_SHOWN = /^(?:NOTE|STYLE|REGION)(?:\s|$)/
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/

/** Captions without punctuation get a new time this often. */
const MAX_SECONDS = 20

/** WebVTT and SubRip: sentences are joined over cues, and each has its time. */
export function readSubtitles(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  return { kind: 'subtitles', blocks: cueBlocks(toCues(decodeText(bytes, charset)), budget) }
}

/** One block for each sentence, or for each part of a long one. */
function cueBlocks(cues: readonly Cue[], budget: Budget): Block[] {
  const blocks: Block[] = []
  let open: (Cue & { continues: boolean }) | undefined
  const close = (): void => {
    if (!open) return
    const { speaker, start, continues } = open
    const text = speaker === '' || continues ? open.text : `${speaker}: ${open.text}`
    budget.spend(text.length)
    blocks.push({ text, time: toClock(start), ...(continues ? { continues } : {}) })
    open = undefined
  }
  for (const cue of cues) {
    budget.tick()
    const ends = open && (open.speaker !== cue.speaker || cue.isTurn === true || SENTENCE_END.test(open.text))
    const isLong = open !== undefined && cue.start - open.start >= MAX_SECONDS
    if (ends || isLong) close()
    if (open) open.text += ` ${cue.text}`
    else open = { ...cue, continues: isLong && !ends }
  }
  close()
  return blocks
}

function toCues(text: string): Cue[] {
  const cues: Cue[] = []
  let shown: string[] = []
  for (const [times = '', ...raw] of cueLines(text)) {
    const lines = voicesOf(raw).filter(({ text }) => text !== '')
    const texts = lines.map(({ text }) => text)
    const fresh = lines.slice(repeatedBy(shown, texts))
    if (texts.length > 0) shown = texts
    const start = toSeconds(TIMES.exec(times)?.[1] ?? '')
    for (const { speaker, text: line, isTurn } of fresh) {
      const last = cues.at(-1)
      // Lines of one speaker in one cue belong together.
      if (last && last.start === start && last.speaker === speaker && !isTurn) last.text += ` ${line}`
      else cues.push({ start, speaker, text: line, isTurn })
    }
  }
  return cues
}

/** `<v Ada>Hello` names the speaker in WebVTT, until the end of the cue or another one. */
const VOICE = /<v(?:\.[^\s>]{1,50})?\s+([^<>]{1,100})>/
const VOICES = /(?=<v(?:\.[^\s>]{1,50})?\s)/
/** A dash, >> or a name in capitals: subtitles for people who can't hear show who speaks. */
const TURN = /^(?:[-–—]\s?\p{L}|>>|[\p{Lu}][\p{Lu}\p{M}\d .'’-]{1,40}:\s)/u

function voicesOf(raw: readonly string[]): { speaker: string; text: string; isTurn: boolean }[] {
  let speaker = ''
  return raw.flatMap((line) =>
    line.split(VOICES).map((piece) => {
      speaker = VOICE.exec(piece)?.[1]?.trim() ?? speaker
      const text = withoutMarkup(piece)
      return { speaker, text, isTurn: TURN.test(text) }
    }),
  )
}

/** The lines of each cue, the first with its times. Some programs leave out the empty line between two cues. */
function* cueLines(text: string): Generator<string[]> {
  // In WebVTT, a line of blanks belongs to its cue.
  const between = text.startsWith('WEBVTT') ? /\n\n+/ : /\n[^\S\n]*\n+/
  for (const block of text.replace(/\r\n?/g, '\n').split(between)) {
    const lines = block.split('\n')
    if (NOT_SHOWN.test(lines.find((line) => line.trim() !== '') ?? '')) continue
    const starts = lines.flatMap((line, at) => (TIMES.test(line) ? [at] : []))
    for (const [index, start] of starts.entries()) {
      const next = starts[index + 1] ?? lines.length
      // The next cue's number is the line above its times.
      const hasNumber = next < lines.length && /^\s*\d+\s*$/.test(lines[next - 1] ?? '')
      yield lines.slice(start, hasNumber ? next - 1 : next)
    }
  }
}

/** Captions made by machines roll up: each repeats the last lines of the one before. This many lines are repeated. */
function repeatedBy(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length); count > 0; count--)
    if (lines.slice(0, count).every((line, at) => line === before[before.length - count + at])) return count
  return 0
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
}

/** Tags of WebVTT and SubRip, and times inside a cue. A lone `<` is text. */
const MARKUP = /<rt>[^<]{0,100}<\/rt>|<\/?[a-z][^<>]{0,200}>|<[\d:.]{4,15}>|\{\\[^{}]{0,100}\}/gi

const withoutMarkup = (text: string): string =>
  text
    .replace(MARKUP, '')
    .replace(/&(?:(amp|lt|gt|quot|apos|nbsp|lrm|rlm)|#(\d{1,7}));/g, (_all, name: string, code: string) =>
      name === undefined ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : (ENTITIES[name] ?? ''),
    )
    .replace(/\s+/g, ' ')
    .trim()

function toSeconds(time: string): number {
  const parts = time.replace(',', '.').split(':').map(Number)
  return parts.reduce((sum, part) => sum * 60 + part, 0)
}

/** Such as `00:12:03`. */
export function toClock(seconds: number): string {
  const wholeSeconds = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(wholeSeconds / 3600))}:${two(Math.floor(wholeSeconds / 60) % 60)}:${two(wholeSeconds % 60)}`
}
