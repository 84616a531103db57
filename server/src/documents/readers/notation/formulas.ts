/** A part of a formula on one line, in brackets unless it is a single word or number. */
export const grouped = (text: string): string => (/^(?:[\p{N}.]*|\p{L}*)$/u.test(text) ? text : `(${text})`)

/** The exponent (^) or index (_) of what stands before. */
export const raised = (mark: '^' | '_', text: string): string =>
  text === '' ? '' : `${mark}${grouped(text)}`
