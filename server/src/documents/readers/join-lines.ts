/** Scripts without spaces between words, and their punctuation. Not Korean, which has spaces. */
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20'
const ENDS = new RegExp(`[${UNSPACED}]\\p{M}*$`, 'u')
const BEGINS = new RegExp(`^[${UNSPACED}]`, 'u')

/** What a line break within a paragraph stands for: nothing between two Chinese characters, otherwise a space. */
export const gapBetween = (before: string, next: string): '' | ' ' =>
  ENDS.test(before.slice(-8)) && BEGINS.test(next) ? '' : ' '
