import { hash } from 'node:crypto'

/** Every account has a unique address. Where the person's own is unknown, it ends in `.invalid`, which never receives mail (RFC 2606). */
const DOMAIN = '@no-email.invalid'

export const makeUpEmail = (provider: string, subject: string): string =>
  `${hash('sha256', JSON.stringify([provider, subject])).slice(0, 24)}${DOMAIN}`

export const isMadeUp = (email: string): boolean => email.endsWith(DOMAIN)

/** The address as people see it: empty if it is made up. */
export const shownEmail = (email: string): string => (isMadeUp(email) ? '' : email)
