const HOME = '/'

/** Only a path of ours: an open redirect would lend our address to phishing. Pure. */
export function toReturnPath(given: string | undefined, publicUrl: string): string {
  if (given === undefined || !given.startsWith('/') || given.length > 2000) return HOME
  // Browsers read a backslash as a slash and drop tabs and line breaks, so “/\evil.example” would leave this server.
  if (/[\\\p{Cc}]/u.test(given) || !URL.canParse(given, publicUrl)) return HOME
  const { origin, pathname, search, hash } = new URL(given, publicUrl)
  if (origin !== new URL(publicUrl).origin || pathname.startsWith('//')) return HOME
  // Signing in must not end in another sign-in.
  return /^\/(auth|sign-in)(\/|$)/.test(pathname) ? HOME : pathname + search + hash
}
