import * as z from 'zod'

const ROSTER = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
const GRADES = 'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint'

const address = z
  .url({ protocol: /^https?$/ })
  .max(4000)
  .optional()
  .catch(undefined)

/** For the schema of a token. A service with an address that we can't use is one that is not offered. */
export const serviceClaims = {
  [ROSTER]: z.object({ context_memberships_url: address }).optional().catch(undefined),
  [GRADES]: z
    .object({
      scope: z.array(z.string()).max(50).catch([]),
      lineitems: address,
      lineitem: address,
    })
    .optional()
    .catch(undefined),
}

/** Services of the LMS for this course. */
export interface OfferedServices {
  membershipsUrl: string | undefined
  grades: { scopes: string[]; lineItemsUrl: string | undefined; lineItemUrl: string | undefined } | undefined
}

/** Pure. */
export function readServices(claims: Record<string, unknown>): OfferedServices {
  const roster = claims[ROSTER] as { context_memberships_url?: string } | undefined
  const grades = claims[GRADES] as { scope: string[]; lineitems?: string; lineitem?: string } | undefined
  return {
    membershipsUrl: roster?.context_memberships_url,
    grades: grades && {
      scopes: grades.scope,
      lineItemsUrl: grades.lineitems,
      lineItemUrl: grades.lineitem,
    },
  }
}
