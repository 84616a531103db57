import { Refusal } from '../providers/refusal.ts'
import { childrenOf, NAMESPACES, type XmlElement } from './xml.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const MAX_ID = 500
const { assertion: SAML } = NAMESPACES

export interface Expected {
  issuer: string
  /** Our entity id. */
  audience: string
  /** Our address for responses. */
  recipient: string
  /** Of the request; undefined if there was none (IdP-initiated). */
  requestId: string | undefined
}

export interface AssertionFacts {
  id: string
  session: string | undefined
  /** In Unix seconds: after this the assertion would be too old. */
  expiresAt: number
  /** In Unix seconds: when the session must end. */
  sessionEndsAt: number | undefined
}

/** Checks a signed assertion: it must be of this identity provider, for us, for this request, and now. */
export function checkAssertion(assertion: XmlElement, expected: Expected): AssertionFacts {
  const { ID: id = '', IssueInstant } = assertion.attributes
  if (id === '' || id.length > MAX_ID) throw new Refusal('malformed')
  if (one(assertion, 'Issuer').text.trim() !== expected.issuer) throw new Refusal('issuer')
  const conditions = one(assertion, 'Conditions')
  requireNow({ ...conditions.attributes, IssueInstant })
  const audiences = childrenOf(conditions, SAML, 'AudienceRestriction')
  const isForUs = audiences.every((restriction) =>
    childrenOf(restriction, SAML, 'Audience').some(({ text }) => text.trim() === expected.audience),
  )
  if (audiences.length === 0 || !isForUs) throw new Refusal('audience')
  const expiresAt = checkConfirmations(assertion, expected)
  const [statement] = childrenOf(assertion, SAML, 'AuthnStatement')
  const { SessionIndex: session, SessionNotOnOrAfter: end } = statement?.attributes ?? {}
  const sessionEndsAt = end === undefined ? undefined : Math.floor(toTime(end) / 1000)
  if (sessionEndsAt !== undefined && sessionEndsAt * 1000 <= Date.now()) throw new Refusal('expired')
  return { id, session, expiresAt, sessionEndsAt }
}

/** At least one confirmation must be good; of several, the first one says what is wrong. */
function checkConfirmations(assertion: XmlElement, expected: Expected): number {
  let refusal = new Refusal('malformed')
  for (const confirmation of childrenOf(one(assertion, 'Subject'), SAML, 'SubjectConfirmation').reverse()) {
    try {
      return checkConfirmation(confirmation, expected, assertion.attributes['IssueInstant'])
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal = error
    }
  }
  throw refusal
}

/**
 * The response around the assertion may be unsigned. The signed assertion itself must be for this request and this
 * address; otherwise a stolen one could be sent in another response. Without a request, it must not be for any.
 */
function checkConfirmation(
  confirmation: XmlElement,
  { recipient, requestId }: Expected,
  IssueInstant: string | undefined,
): number {
  if (confirmation.attributes['Method'] !== BEARER) throw new Refusal('malformed')
  const { attributes } = one(confirmation, 'SubjectConfirmationData')
  if (attributes['Recipient'] !== recipient) throw new Refusal('recipient')
  if (attributes['InResponseTo'] !== requestId) throw new Refusal('in_response_to')
  const { NotBefore, NotOnOrAfter = '' } = attributes
  return requireNow({ IssueInstant, NotBefore, NotOnOrAfter })
}

function one(element: XmlElement, name: string): XmlElement {
  const [found, ...others] = childrenOf(element, SAML, name)
  if (!found || others.length > 0) throw new Refusal('malformed')
  return found
}

/** How much clocks may differ. */
const SKEW_MS = 60_000
/** Older messages are refused, so that ids of used ones need not be kept for long. */
const MAX_AGE_MS = 10 * 60_000

interface Times {
  IssueInstant: string | undefined
  NotBefore?: string | undefined
  NotOnOrAfter?: string | undefined
}

function toTime(text: string | undefined): number {
  const time = Date.parse(text ?? '')
  if (Number.isNaN(time)) throw new Refusal('malformed')
  return time
}

/**
 * Refuses a message of the future or of the past, with its age: where messages arrive at once, that is how much the
 * clocks differ. Returns when it will be too old, in Unix seconds.
 */
export function requireNow({ IssueInstant, NotBefore, NotOnOrAfter }: Times): number {
  const now = Date.now()
  const issuedAt = toTime(IssueInstant)
  const start = NotBefore === undefined ? now : toTime(NotBefore)
  const oldest = issuedAt + MAX_AGE_MS
  const end = NotOnOrAfter === undefined ? oldest : Math.min(oldest, toTime(NotOnOrAfter))
  const seconds = Math.round(Math.abs(now - issuedAt) / 1000)
  if (start - now > SKEW_MS) throw new Refusal('not_yet_valid', { seconds })
  if (now - end >= SKEW_MS) throw new Refusal('expired', { seconds })
  return Math.ceil((end + 2 * SKEW_MS) / 1000)
}
