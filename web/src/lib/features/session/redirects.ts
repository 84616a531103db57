/** The path to open after signing in. Only paths of this app, whatever the URL says. */
export function toSafePath(next: string | null): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/'
  return next.startsWith('/sign-in') ? '/' : next
}

export const signInPath = (from: URL, ended = false): string => {
  const query = new URLSearchParams({ next: from.pathname + from.search + from.hash })
  if (ended) query.set('ended', '1')
  return `/sign-in?${query}`
}
