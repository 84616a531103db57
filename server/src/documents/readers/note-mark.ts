const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * The mark of a footnote in the text. Superscript, not in square brackets: those number the passages for the model,
 * so a copied sentence would cite another source. Its own brackets keep it apart from the word before.
 */
export const toNoteMark = (number: number): string =>
  `⁽${String(number).replace(/\d/g, (digit) => RAISED.charAt(Number(digit)))}⁾`
