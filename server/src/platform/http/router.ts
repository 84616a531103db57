import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Endpoint } from './endpoint.ts'

export interface Match {
  endpoint: Endpoint
  /** The path pattern that matched, for logs and metrics. */
  route: string
  params: Record<string, string>
}

interface Entry {
  endpoint: Endpoint
  route: string
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** `/a/{id}` → `/a/:id`, `/a/{path+}` → `/a/:path{.+}`. */
const toRouterPath = (path: string): string =>
  path.replace(/\{(\w+)\+\}/g, ':$1{.+}').replace(/\{(\w+)\}/g, ':$1')

/** A literal segment takes precedence over a parameter, whatever the order of registration. */
const specificity = (path: string): string =>
  path
    .split('/')
    .map((segment) => (segment.endsWith('+}') ? '2' : segment.startsWith('{') ? '1' : '0'))
    .join('')

export function createRouter(endpoints: readonly Endpoint[]) {
  const router = new SmartRouter<Entry>({ routers: [new RegExpRouter<Entry>(), new TrieRouter<Entry>()] })
  const seen = new Set<string>()
  const entries = endpoints.flatMap((endpoint) =>
    endpoint.paths.map((route) => ({ order: specificity(route), entry: { endpoint, route } })),
  )
  entries.sort((a, b) => (a.order < b.order ? -1 : 1))
  for (const { entry } of entries) {
    const key = `${entry.endpoint.method} ${entry.route.replace(/\{\w+/g, '{')}`
    if (seen.has(key)) throw new Error(`duplicate endpoint: ${key}`)
    seen.add(key)
    router.add(entry.endpoint.method, toRouterPath(entry.route), entry)
  }

  function match(method: string, path: string): Match | undefined {
    const [handlers, stash] = router.match(method, path)
    const first = handlers[0]
    if (!first) return undefined
    const [entry, where] = first
    const params: Record<string, string> = {}
    for (const name in where) {
      const at = where[name]
      const raw = typeof at === 'number' ? stash?.[at] : at
      if (raw !== undefined) params[name] = decode(raw)
    }
    return { endpoint: entry.endpoint, route: entry.route, params }
  }

  return {
    match,
    /** The methods available at this path, for a 405. */
    methodsAt: (path: string): string[] => METHODS.filter((method) => match(method, path) !== undefined),
  }
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
