/** The text for a key that may be any string, such as one from the server. Pure. */
export const lookup = (texts: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined
