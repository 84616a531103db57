import { isObject } from '../../platform/is-object.ts'

type Json = Record<string, unknown>

/** With more candidates than this, the text is not a usable answer. */
const MAX_TRIES = 20

/**
 * Finds the JSON object in a model's text: bare, in a code fence, or within prose. If there are several,
 * the longest wins. Pure.
 */
export function findJson(answer: string): Json | undefined {
  const text = answer.replace(/^[\s\S]*<\/think>/, '').trim()
  return parseObject(text) ?? longest(text)
}

function longest(text: string): Json | undefined {
  let best: { value: Json; length: number } | undefined
  let start = text.indexOf('{')
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries++) {
    const end = endOfObject(text, start)
    // The answer was truncated: a complete object inside it is only a fragment.
    if (end === undefined && /^\{\s*"/.test(text.slice(start, start + 100))) break
    const value = end === undefined ? undefined : parseObject(text.slice(start, end))
    if (value && end !== undefined && end - start > (best?.length ?? 0)) best = { value, length: end - start }
    start = text.indexOf('{', value && end !== undefined ? end : start + 1)
  }
  return best?.value
}

/** Returns the position after the brace that closes the one at `start`. Braces inside strings don't count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let inText = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (inText) {
      if (letter === '\\') at++
      else if (letter === '"') inText = false
    } else if (letter === '"') inText = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function parseObject(text: string): Json | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
