import { hash } from 'node:crypto'

/**
 * LAMB did not record which LMS its activities and accounts belong to. Imported ones have this instead of a platform, and
 * get the platform of the first launch that fits. No launch has it: the platforms of launches start with `1.1:`.
 */
export const UNKNOWN_PLATFORM = '1.1?'

/** Only LTI 1.1 had activities before. */
export const mayAdopt = (platform: string): boolean => platform.startsWith('1.1:')

/**
 * A link to an educator's account is only adopted by a launch with the same e-mail address: user ids are small numbers in
 * every LMS.
 */
export const unknownPlatformOf = (email: string): string =>
  `${UNKNOWN_PLATFORM}${hash('sha256', email.trim().toLowerCase()).slice(0, 32)}`
