const HOME = '/'

/** Only a path of ours: an open redirect would lend our address to phishing. Pure. */
export function toReturnPath(path: string | undefined, publicUrl: string): string {
  if (path === undefined || !path.startsWith('/') || path.length > 2000) return HOME
  // Browsers read a backslash as a slash and drop tabs and line breaks, so “/\evil.example” would leave this server.
  if (/[\\\p{Cc}]/u.test(path) || !URL.canParse(path, publicUrl)) return HOME
  const { origin, pathname, search, hash } = new URL(path, publicUrl)
  if (origin !== new URL(publicUrl).origin || pathname.startsWith('//')) return HOME
  // Signing in must not end in another sign-in.
  return /^\/(auth|sign-in)(\/|$)/.test(pathname) ? HOME : pathname + search + hash
}
