/** Characters that are not seen but change how the rest is read: controls, and those that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Marks that point into another document's list of references. */
const FOREIGN_MARKS = /\s?(?:\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}\]|【[^】\n]{1,40}】)/g

/** One line of text as it is, without what belongs to the document's layout. Pure. */
export const toPlainLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(UNSEEN, '')
    .replace(FOREIGN_MARKS, '')
    // The borders of a table's row.
    .replace(/^\|\s(.*)\s\|\s*$/, '$1')
    .replace(/^(?:#{1,6}|[-*+•>|])\s+/, '')
    .trim()

/**
 * Text that stays text in Markdown: no link, no picture, no HTML, no code, no emphasis comes of it. Only what would be read as
 * such is escaped, so that the words stay readable where Markdown is not drawn.
 */
export const escapeMarkdown = (line: string): string =>
  line
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[`*[]|<(?=[a-z/!?])|~(?=~)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu, '\\$&')
