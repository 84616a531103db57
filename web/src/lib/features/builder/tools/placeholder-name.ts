/** Names that the server refuses or fills itself. */
const RESERVED: ReadonlySet<string> = new Set([
  'user_input',
  'moodle_user',
  'constructor',
  'prototype',
  '__proto__',
])
const MAX_LENGTH = 40

/** `Biology course, 2nd year` → `biology_course_2nd_year`; undefined if nothing usable remains. Pure. */
export function toPlaceholderName(text: string): string | undefined {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  let name = ''
  for (const word of words) {
    const longer = name === '' ? word.slice(0, MAX_LENGTH) : `${name}_${word}`
    if (longer.length > MAX_LENGTH) break
    name = longer
  }
  return /^[a-z]/.test(name) && name.length > 1 && !RESERVED.has(name) ? name : undefined
}
