import { matchesPattern } from './path-pattern.ts'

/** What a site's robots.txt says to us. */
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

/** As much as RFC 9309 asks a reader to take at least. */
export const ROBOTS_BYTES = 512 * 1024
/** No real rule comes near; a hostile site's may, and is not obeyed. */
const MAX_PATTERN = 500
const MAX_WILDCARDS = 10
const MAX_RULES = 5000
/** Rules with wildcards times characters of an address. Comparing more would hold up everybody; real sites stay far below. */
const MAX_COMPARED = 200_000
const MAX_DELAY_SECONDS = 10

export const ALL_ALLOWED: Robots = { allows: () => true, delaySeconds: 0 }

/**
 * Pure. Reads a robots.txt by RFC 9309. Written here because the packages for it match patterns in a way that a hostile file can
 * stretch to many seconds of the server's only thread.
 */
export function readRobots(text: string, userAgent: string): Robots {
  const token = agentToken(userAgent)
  const groups = groupsIn(text)
  const named = groups.filter(({ agents }) => agents.includes(token))
  const mine = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'))
  const rules = mine.flatMap((group) => group.rules).sort(byPrecedence)
  const wildcards = rules.filter(({ pattern }) => pattern.includes('*')).length
  const delay = Math.max(0, ...mine.map((group) => group.delay ?? 0))
  return {
    delaySeconds: Math.min(delay, MAX_DELAY_SECONDS),
    allows(url) {
      const { pathname, search } = new URL(url)
      const path = upperEscapes(pathname + search)
      // In doubt, no.
      if (wildcards * path.length > MAX_COMPARED) return false
      return rules.find(({ pattern }) => matchesPattern(pattern, path))?.allow ?? true
    },
  }
}

/** The longest rule that fits is the one that counts; of two equally long ones, the friendlier. */
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
  const said = line.split('#', 1)[0] ?? ''
  const colon = said.indexOf(':')
  return colon < 0 ? ['', ''] : [said.slice(0, colon).trim().toLowerCase(), said.slice(colon + 1).trim()]
}

/** Spelled as `new URL` spells paths. */
const toPattern = (value: string): string =>
  upperEscapes(value.replace(/[^\x21-\x7e]+/g, (text) => encodeURI(text)))

const upperEscapes = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
