/** The characters at 0x80 to 0x9f, where Latin-1 has control characters; � marks the five unassigned ones. */
const WINDOWS_1252 = '€\uFFFD‚ƒ„…†‡ˆ‰Š‹Œ\uFFFDŽ\uFFFD\uFFFD‘’“”•–—˜™š›œ\uFFFDžŸ'

/** Own code, because some releases of Node decode Latin-1 instead and lose quotes and the euro sign. */
export const decodeWindows1252 = (bytes: Uint8Array) =>
  withWindows1252(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))

/** For text that other code has decoded as Latin-1: control characters from 0x80 on are in no text. */
export const withWindows1252 = (text: string): string =>
  text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character)
