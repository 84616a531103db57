/** Pure. A text of at most about this length, which says that it is not all. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… [cut]` : text
