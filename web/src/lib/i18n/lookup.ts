/** The text, or group of texts, for a key that may be any string, such as one from the server. Pure. */
export const lookup = <Found = string>(
  texts: Readonly<Record<string, Found>>,
  key: string,
): Found | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined)
