/**
 * Pure. Whether a path begins with the pattern, where `*` stands for anything and a `$` at the end for the end of the path. Takes
 * time in proportion to path and pattern whatever they are: both may come from a hostile site.
 */
export function matchesPattern(pattern: string, path: string): boolean {
  const whole = pattern.endsWith('$')
  const pieces = (whole ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...others] = pieces
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = whole && others.length > 0 ? others.pop() : undefined
  for (const piece of others) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  if (!whole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/**
 * Pure. What people write into "only these paths": `blog`, `/blog/*`, or, as crawlers with regular expressions have it, `^/blog/.*`.
 * Not run as a regular expression, since one can take hours.
 */
export function toPathPattern(written: string): string {
  const plain = written.trim().replace(/^\^/, '').replaceAll('.*', '*').replaceAll('\\', '')
  return plain.startsWith('/') || plain.startsWith('*') ? plain : `/${plain}`
}
