import { messageTexts } from '$lib/texts/messages.ts'

/** A message that a sign-in can end with. Only our own, without values: everyone can write an address. */
export function signInMessage(code: string): string | undefined {
  const [group, name = ''] = code.split('.')
  if (group !== 'sign_in' && group !== 'users') return undefined
  const texts: Readonly<Record<string, unknown>> = { ...messageTexts()[group] }
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined
  return typeof text === 'string' ? text : undefined
}
