const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * How a footnote is marked where the text refers to it. Raised, as on paper, and not in square brackets: those number the passages that a
 * model is given, and a copied sentence would cite another source. Its own brackets keep it from becoming part of a word.
 */
export const toNoteMark = (number: number): string =>
  `⁽${String(number).replace(/\d/g, (digit) => RAISED.charAt(Number(digit)))}⁾`
