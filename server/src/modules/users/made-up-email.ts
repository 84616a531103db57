import { hash } from 'node:crypto'

/** Every account has a unique address. Where the person's own is unknown, it ends in `.invalid`, which never receives mail (RFC 2606). */
const DOMAIN = '@no-email.invalid'

export const makeUpEmail = (provider: string, subject: string): string =>
  `${hash('sha256', JSON.stringify([provider, subject])).slice(0, 24)}${DOMAIN}`

/** LAMB's for people of an LMS. Its clients read it, but `.local` receives no mail from elsewhere either. */
const LAMBS_DOMAIN = '@lamb-lti.local'

/** Such an address identifies no one, and can't be confirmed. */
export const isMadeUp = (email: string): boolean => email.endsWith(DOMAIN) || email.endsWith(LAMBS_DOMAIN)

/** The address as people see it: empty if it is made up here. */
export const shownEmail = (email: string): string => (email.endsWith(DOMAIN) ? '' : email)
