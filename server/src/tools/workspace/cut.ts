/** Truncates a text to about this length and says so. Pure. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… [cut]` : text
