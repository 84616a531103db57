export interface BrowserAnswer {
  status: number
  headers: Headers
  text: string
  /** The address as the browser shows it. */
  url: string
}

/**
 * A browser that has cookies and follows redirects. The public address of the app is not its real one, so requests to
 * it are sent to `appUrl`.
 */
export function createBrowser(publicUrl: string, appUrl: string) {
  const jar = new Map<string, Map<string, string>>()
  const originOf = (url: string) => new URL(url).origin

  const remember = (url: string, headers: Headers) => {
    const cookies = jar.get(originOf(url)) ?? new Map<string, string>()
    jar.set(originOf(url), cookies)
    for (const line of headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=', 2) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  async function open(url: string, init: RequestInit = {}): Promise<BrowserAnswer> {
    const cookies = [...(jar.get(originOf(url)) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const isOurs = url.startsWith(`${publicUrl}/`)
    const response = await fetch(isOurs ? url.replace(publicUrl, appUrl) : url, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookies ? { cookie: cookies } : {}), ...init.headers },
    })
    remember(url, response.headers)
    return { status: response.status, headers: response.headers, text: await response.text(), url }
  }

  /** Follows redirects until `stop` is true for the next address. */
  async function follow(url: string, stop: (next: string) => boolean = () => false): Promise<BrowserAnswer> {
    let answer = await open(url)
    for (let turn = 0; turn < 20; turn++) {
      const location = answer.headers.get('location')
      if (location === null) return answer
      const next = new URL(location, answer.url).href
      if (stop(next)) return { ...answer, url: next }
      answer = await open(next)
    }
    throw new Error('too many redirects')
  }

  const isPage = (next: string) => next.startsWith(publicUrl) && !next.startsWith(`${publicUrl}/auth/`)

  return {
    open,
    follow,
    cookies: (origin: string) => [...(jar.get(origin)?.keys() ?? [])],
    /** Signs in; the result's `url` is the page of the web app that opens in the end. */
    signIn: (provider: string, returnTo?: string) =>
      follow(
        `${publicUrl}/auth/${provider}/start${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`,
        isPage,
      ),
    /** Stops before the provider's response reaches us; returns the address of the callback. */
    untilCallback: async (provider: string) =>
      (await follow(`${publicUrl}/auth/${provider}/start`, (next) => next.includes('/callback'))).url,
    /** The session as the web app gets it; undefined if there is none. */
    async session(): Promise<{ token: string; user: { email: string; user_id: number } } | undefined> {
      const answer = await open(`${publicUrl}/session/refresh`, {
        method: 'POST',
        headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
      })
      if (answer.status !== 200) return undefined
      const body = JSON.parse(answer.text)
      return { token: body.access_token, user: body.user }
    },
    signOut: () =>
      open(`${publicUrl}/session/sign-out`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } }),
  }
}

export type SignInBrowser = ReturnType<typeof createBrowser>
