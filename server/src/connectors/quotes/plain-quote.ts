/** Invisible characters that change how the rest is read: control characters and changes of writing direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Citations that refer to another document's list of references. */
const FOREIGN_MARKS = /\s?(?:\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]|【[^】\n]{1,40}】)/g

/** One line of plain text, without the document's layout. Pure. */
export const toPlainLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(FOREIGN_MARKS, '')
    // The borders of a table row.
    .replace(/^\|\s(.*)\s\|\s*$/, '$1')
    .replace(/^(?:#{1,6}|[-*+•>|])\s+/, '')
    .trim()

/**
 * Escapes Markdown, so that no link, image, HTML, code or emphasis results. Escapes only what is necessary,
 * so that the text stays readable as plain text.
 */
export const escapeMarkdown = (line: string): string =>
  line
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[`*[]|<(?=[a-z/!?])|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu, '\\$&')
