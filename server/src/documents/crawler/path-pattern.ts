/**
 * Whether a path starts with the pattern, in which `*` matches anything and a final `$` the end of the path. Takes
 * linear time for any input, because both may come from a hostile site. Pure.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const pieces = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...others] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isAnchored && others.length > 0 ? others.pop() : undefined
  for (const piece of others) {
    const index = path.indexOf(piece, at)
    if (index < 0) return false
    at = index + piece.length
  }
  if (!isAnchored) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/**
 * Accepts the notations that people use for paths: `blog`, `/blog/*`, or `^/blog/.*` from crawlers with regular
 * expressions. Never run as a regular expression, because one can take hours. Pure.
 */
export function toPathPattern(written: string): string {
  const plain = written.trim().replace(/^\^/, '').replaceAll('.*', '*').replaceAll('\\', '')
  return plain.startsWith('/') || plain.startsWith('*') ? plain : `/${plain}`
}
