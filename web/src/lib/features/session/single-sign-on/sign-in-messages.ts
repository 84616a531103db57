import { signInMessages } from '@bellwether/wire/messages/people/sign-in'
import { userMessages } from '@bellwether/wire/messages/people/users'

const MESSAGES: Readonly<Record<string, string>> = { ...signInMessages, ...userMessages }

/** Messages without placeholders that a sign-in can end with. */
export const englishOf = (code: string): string | undefined =>
  Object.hasOwn(MESSAGES, code) && !MESSAGES[code]?.includes('{') ? MESSAGES[code] : undefined
