import { matchesPattern } from './path-pattern.ts'

/** The rules of a site's robots.txt for our crawler. */
export interface Robots {
  allows(url: string): boolean
  delaySeconds: number
}

interface Rule {
  pattern: string
  allow: boolean
}

interface Group {
  agents: string[]
  rules: Rule[]
  delay: number | undefined
}

/** The minimum size that RFC 9309 requires crawlers to read. */
export const ROBOTS_BYTES = 512 * 1024
/** Longer than any real rule. A longer one is ignored. */
const MAX_PATTERN = 500
const MAX_WILDCARDS = 10
const MAX_RULES = 5000
/** Wildcard rules × characters of a URL. More would block the event loop; real sites stay far below. */
const MAX_COMPARED = 200_000
const MAX_DELAY_SECONDS = 10

export const ALL_ALLOWED: Robots = { allows: () => true, delaySeconds: 0 }

/**
 * Parses a robots.txt according to RFC 9309. Own code, because a hostile file can make the available packages block
 * the event loop for many seconds. Pure.
 */
export function readRobots(text: string, userAgent: string): Robots {
  const token = agentToken(userAgent)
  const groups = groupsIn(text)
  const ownGroups = groups.filter(({ agents }) => agents.includes(token))
  const matching = ownGroups.length > 0 ? ownGroups : groups.filter(({ agents }) => agents.includes('*'))
  const rules = matching.flatMap((group) => group.rules).sort(byPrecedence)
  const wildcards = rules.filter(({ pattern }) => pattern.includes('*')).length
  const delay = Math.max(0, ...matching.map((group) => group.delay ?? 0))
  return {
    delaySeconds: Math.min(delay, MAX_DELAY_SECONDS),
    allows(url) {
      const { pathname, search } = new URL(url)
      const path = upperEscapes(pathname + search)
      // Refused if in doubt.
      if (wildcards * path.length > MAX_COMPARED) return false
      return rules.find(({ pattern }) => matchesPattern(pattern, path))?.allow ?? true
    },
  }
}

/** The longest matching rule counts; of two equally long ones, the one that allows. */
const byPrecedence = (a: Rule, b: Rule): number =>
  b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow)

const agentToken = (agent: string): string =>
  agent.trim() === '*' ? '*' : (/^[a-z_-]+/i.exec(agent.trim())?.[0].toLowerCase() ?? '')

function groupsIn(text: string): Group[] {
  const groups: Group[] = []
  let current: Group | undefined
  let naming = false
  let rules = 0
  for (const line of text.split(/[\r\n]+/)) {
    const [key, value] = fieldOf(line)
    if (key === 'user-agent') {
      if (!current || !naming) {
        current = { agents: [], rules: [], delay: undefined }
        groups.push(current)
      }
      current.agents.push(agentToken(value))
      naming = true
    } else if (key === 'allow' || key === 'disallow') {
      naming = false
      const pattern = toPattern(value)
      if (!current || !isRule(pattern) || rules >= MAX_RULES) continue
      current.rules.push({ pattern, allow: key === 'allow' })
      rules += 1
    } else if (key === 'crawl-delay' && current) {
      naming = false
      const delay = Number(value)
      if (delay > 0) current.delay = delay
    }
  }
  return groups
}

const isRule = (pattern: string): boolean =>
  pattern !== '' && pattern.length <= MAX_PATTERN && pattern.split('*').length <= MAX_WILDCARDS + 1

function fieldOf(line: string): [string, string] {
  const rule = line.split('#', 1)[0] ?? ''
  const colon = rule.indexOf(':')
  return colon < 0 ? ['', ''] : [rule.slice(0, colon).trim().toLowerCase(), rule.slice(colon + 1).trim()]
}

/** Normalized like paths in `new URL`. */
const toPattern = (value: string): string =>
  upperEscapes(value.replace(/[^\x21-\x7e]+/g, (text) => encodeURI(text)))

const upperEscapes = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
