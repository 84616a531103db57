import { say } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'

const VALID_SLUG = /^(?=.{2,64}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** Words that LAMB's paths use in the place of a slug. */
const RESERVED = new Set(['list', 'enhanced', 'system', 'current'])

/** In a path, `current` means the caller's own organization. */
export const toSlug = (slug: string): string | undefined => (slug === 'current' ? undefined : slug)

export function requireValidSlug(slug: string): void {
  if (!VALID_SLUG.test(slug)) {
    throw badRequest(say('organizations.slug_format'))
  }
  if (RESERVED.has(slug)) throw badRequest(say('organizations.slug_reserved', { slug }))
}
