import { decodeEntities } from '../../crawler/html-tags.ts'
import { raisedText } from '../notation/raised-text.ts'
import { toNoteMark } from '../note-mark.ts'

/** Footnotes by name, numbered in the order in which the text refers to them. */
export type NoteNumbers = ReadonlyMap<string, number>

/** Longer paragraphs are generated; they are left unchanged to save time. */
const MAX_LENGTH = 50_000

const KEPT = /(`+)(?!`)([\s\S]{0,5000}?[^`])\1(?!`)|(\$\$?)(?=\S)([^$]{1,2000}?)(?<=\S)\3(?!\d)/g
const INLINE_TAG =
  /<\/?(?:a|abbr|b|big|cite|code|del|em|font|i|img|ins|kbd|mark|q|rb|ruby|s|samp|small|span|strong|sub|sup|u|var)(?:\s[^<>]{0,2000})?\/?>/gi
const RAISED = /<sup>([^<>]{1,20})<\/sup>/gi
/** How a word is pronounced. */
const READING = /<(rt|rp)>[^<>]{0,200}<\/\1>/gi
const BLOCK_TAG =
  /(?:[ \t]*<\/?(?:br|center|dd|details|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|section|summary|table|tbody|td|th|thead|tr|ul)(?:\s[^<>]{0,2000})?\/?>[ \t]*\n?)+/gi

/** The rendered text: links without URLs, words without emphasis marks, code and formulas unchanged. */
export function toPlain(text: string, notes: NoteNumbers): string {
  if (text.length > MAX_LENGTH) return text
  let plain = ''
  let from = 0
  for (const match of text.matchAll(KEPT)) {
    plain += plainProse(text.slice(from, match.index), notes)
    plain += match[1] === undefined ? match[0] : (match[2] ?? '').trim()
    from = match.index + match[0].length
  }
  return plain + plainProse(text.slice(from), notes)
}

function plainProse(text: string, notes: NoteNumbers): string {
  return decodeEntities(
    text
      .replace(/\[\^([^\]\s]{1,100})\]/g, (match, name: string) => {
        const number = notes.get(name)
        return number === undefined ? match : toNoteMark(number)
      })
      .replace(/!?\[([^[\]]{0,1000})\]\([^()\s]{0,2000}(?:\([^()]{0,500}\))?[^()]{0,500}\)/g, '$1')
      .replace(/!?\[([^[\]]{1,1000})\] ?\[[^[\]]{0,200}\]/g, '$1')
      .replace(/<((?:https?|ftp|mailto):[^<>\s]{1,2000})>/g, '$1')
      .replace(RAISED, (_tag, raised: string, at: number, all: string) =>
        raisedText(all.slice(Math.max(0, at - 4), at), raised),
      )
      .replace(READING, '')
      .replace(INLINE_TAG, '')
      // Words on both sides of a line break or of cells are not one word.
      .replace(BLOCK_TAG, '\n')
      .replace(/(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*]{1,2000}?)(?<=[^\s*\\])\1(?!\*)/g, '$2')
      .replace(/(?<![\w\\])(_{1,3})(?=[^\s_])([^_]{1,2000}?)(?<=[^\s_\\])\1(?!\w)/g, '$2')
      .replace(/~~([^~]{1,2000}?)~~/g, '$1')
      // Not brackets and braces: \( and \{ are formulas more often than escapes.
      .replace(/\\([`*_#+\-.!|~<>"'$^])/g, '$1')
      // A line break, unlike the \\ of formulas.
      .replace(/(?<!\\)\\(?=\n)/g, '')
      // Typographic replacements as in rendered Markdown, so that quotes match the page that people see.
      .replace(/(?<=[\p{L}\p{N}])'(?=\p{L})/gu, '’'),
  )
}
