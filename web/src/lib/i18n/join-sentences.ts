/** Texts one after the other. Those without a mark at the end get a full stop, except the last one. Pure. */
export const joinSentences = (...texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text, at, all) => (at === all.length - 1 || /[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ')
