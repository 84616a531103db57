import type { Hue } from './hues.ts'

const HUES = ['assistant', 'knowledge', 'rubric', 'file', 'function'] as const satisfies readonly Hue[]

/** The picture of an assistant: the first letters of its name, in a hue that the name decides. Pure. */
export function pictureOf(name: string): { letters: string; hue: Hue } {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = words
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('')
  let sum = 0
  for (const character of name.trim()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return { letters: letters || '?', hue: HUES[sum % HUES.length] ?? 'assistant' }
}
