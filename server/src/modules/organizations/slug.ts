import { say } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'

const GOOD_SLUG = /^(?=.{2,64}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** Words that stand at a slug's place in the addresses of LAMB's contract. */
const RESERVED = new Set(['list', 'enhanced', 'system', 'current'])

/** In an address, `current` stands for the organization one is in. */
export const toSlug = (given: string): string | undefined => (given === 'current' ? undefined : given)

export function requireGoodSlug(slug: string): void {
  if (!GOOD_SLUG.test(slug)) {
    throw badRequest(say('organizations.slug_format'))
  }
  if (RESERVED.has(slug)) throw badRequest(say('organizations.slug_reserved', { slug }))
}
