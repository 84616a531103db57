/** Where to go after signing in: only places of this app, whatever the address says. */
export function toPlace(next: string | null): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/assistants'
  return next.startsWith('/sign-in') ? '/assistants' : next
}

export const toSignIn = (from: URL, ended = false): string => {
  const query = new URLSearchParams({ next: from.pathname + from.search })
  if (ended) query.set('ended', '1')
  return `/sign-in?${query}`
}
