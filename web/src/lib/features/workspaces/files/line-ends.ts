/** Text fields only support one kind of line ending: all others would be rewritten with the first keystroke. */
export const toShown = (text: string): string => text.replaceAll('\r\n', '\n')

/**
 * The text with the line endings that most lines of the file had, so that editing one line does not change all of
 * them.
 */
export function withLineEndsOf(file: string, shown: string): string {
  const all = file.split('\n').length - 1
  const windows = file.split('\r\n').length - 1
  return windows * 2 > all ? toShown(shown).replaceAll('\n', '\r\n') : shown
}
