import type { NestedMessage } from './format-message.ts'
import { type Message, say } from './messages.ts'

/** “a, b, c”, “a and b” or “a or b”, in the language of the reader. */
export const joinMessages = <One extends NestedMessage>(
  code: 'parts.list' | 'parts.and' | 'parts.or' | 'parts.series',
  [first, ...rest]: readonly One[],
): string | One | Message =>
  first === undefined ? '' : rest.length === 0 ? first : say(code, { first, rest: joinMessages(code, rest) })
