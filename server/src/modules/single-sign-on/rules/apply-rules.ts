import { type EmailTrust, type Message, type SignInRule, say } from '@bellwether/wire'

export type Claims = Readonly<Record<string, unknown>>

/** What federations call the e-mail address. The first one that is present counts. */
export const EMAIL_CLAIMS: readonly string[] = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

export interface RuleOutcome {
  userType: 'creator' | 'end_user'
  role: 'member' | 'admin'
  /** Slug; undefined for the provider's own organization. */
  organization: string | undefined
  /** The number of the rule that matched, from 1; null if none did. */
  rule: number | null
  reason: Message
}

/** The first rule that matches decides; without one, the person is a student. Pure. */
export function applyRules(rules: readonly SignInRule[], claims: Claims, trust: EmailTrust): RuleOutcome {
  const { email, isEmailVerified } = readEmail(claims, trust)
  const isVerified = (address: string) =>
    isEmailVerified && (trust === 'always' || fold(address) === fold(email ?? ''))
  for (const [at, rule] of rules.entries()) {
    const matched = findMatches(rule, claims).find(
      // Otherwise people could make themselves educators with an address that is not theirs.
      (entry) => !EMAIL_CLAIMS.includes(rule.claim) || isVerified(entry),
    )
    if (matched === undefined) continue
    return {
      userType: rule.user_type,
      role: rule.role,
      organization: rule.organization,
      rule: at + 1,
      reason: say('sign_in.preview_rule', {
        number: at + 1,
        claim: rule.claim,
        value: matched.slice(0, 200),
      }),
    }
  }
  return {
    userType: 'end_user',
    role: 'member',
    organization: undefined,
    rule: null,
    reason: say('sign_in.preview_default'),
  }
}

/** The groups of a claim that are courses, without the prefix. Pure. */
export function readGroups(claims: Claims, { claim, prefix }: { claim: string; prefix: string }): string[] {
  const value = readClaim(claims, claim)
  return (Array.isArray(value) ? value : [value])
    .map(toText)
    .filter((group) => group !== undefined)
    .filter((group) => group.startsWith(prefix))
    .map((group) => group.slice(prefix.length))
}

/** Whether the provider guarantees that the address belongs to the person. Pure. */
export function readEmail(claims: Claims, trust: EmailTrust): { email?: string; isEmailVerified: boolean } {
  const { email, email_verified: verified } = claims
  if (typeof email !== 'string' || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email.trim()))
    return { isEmailVerified: false }
  // Some providers send the flag as text.
  const isEmailVerified =
    verified === true || verified === 'true' || (trust === 'always' && !isDenied(verified))
  return { email: email.trim(), isEmailVerified }
}

/** A provider that is trusted by setting may still say that it has not verified this address. */
const isDenied = (verified: unknown): boolean => verified === false || verified === 'false'

/** The entries of the claim that match. */
function findMatches(rule: SignInRule, claims: Claims): string[] {
  const value = readClaim(claims, rule.claim)
  const isList = Array.isArray(value)
  const ruleValues = (rule.operator === 'any_of' ? (rule.values ?? []) : [rule.value ?? '']).map(fold)
  return (isList ? value : [value])
    .map(toText)
    .filter((entry) => entry !== undefined)
    .filter((entry) => ruleValues.some((text) => compare(rule, fold(entry), text, isList)))
}

function compare(
  { claim, operator }: SignInRule,
  entry: string,
  ruleValue: string,
  isList: boolean,
): boolean {
  if (ruleValue === '') return false
  if (operator === 'ends_with')
    return entry.endsWith(ruleValue) && (!EMAIL_CLAIMS.includes(claim) || isWholeDomain(entry, ruleValue))
  // A list contains an entry, a text contains a part.
  if (operator === 'contains' && !isList) return entry.includes(ruleValue)
  return entry === ruleValue
}

/** “ends with uni.edu” must not match evil-uni.edu. */
const isWholeDomain = (address: string, end: string): boolean =>
  /^\.|@/.test(end) || /[@.]$/.test(address.slice(0, -end.length))

const fold = (text: string): string => text.trim().toLowerCase()

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The claim with exactly this name, which may be a URL; otherwise a path such as `realm_access.roles`. */
function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}
