import { toNameLine } from '@bellwether/wire'
import * as z from 'zod'
import { lmsIdSchema } from '../launch/launch-form.ts'
import { LaunchRefused } from '../launch/problem.ts'
import {
  type DeepLinkingSettings,
  deepLinkingClaims,
  LINK_PARAMETER,
  readDeepLinking,
} from './deep-linking-settings.ts'
import { type Lti11Claim, migrationClaims, readLti11 } from './lti11-claim.ts'
import { type OfferedServices, readServices, serviceClaims } from './offered-services.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const short = z
  .string()
  .optional()
  .catch(undefined)
  .transform((text) => toNameLine(text ?? '').slice(0, 200))

const claimsSchema = z.object({
  sub: lmsIdSchema,
  name: short,
  given_name: short,
  family_name: short,
  email: short,
  email_verified: z.literal(true).optional().catch(undefined),
  locale: z.string().optional().catch(undefined),
  [`${CLAIM}/message_type`]: z.string(),
  [`${CLAIM}/version`]: z.literal('1.3.0'),
  [`${CLAIM}/deployment_id`]: lmsIdSchema,
  [`${CLAIM}/roles`]: z.array(z.string()).max(100).optional(),
  [`${CLAIM}/resource_link`]: z.object({ id: lmsIdSchema, title: short }).optional(),
  [`${CLAIM}/context`]: z.object({ id: short, title: short, label: short }).optional().catch(undefined),
  [`${CLAIM}/launch_presentation`]: z
    .object({ return_url: z.string().optional(), locale: z.string().optional() })
    .optional()
    .catch(undefined),
  [`${CLAIM}/custom`]: z
    .looseObject({ [LINK_PARAMETER]: lmsIdSchema.optional() })
    .optional()
    .catch(undefined),
  ...deepLinkingClaims,
  ...serviceClaims,
  ...migrationClaims,
})

/** The claims of a launch that are used here. */
export interface LtiClaims {
  sub: string
  name: string
  email: string | undefined
  isEmailVerified: boolean
  messageType: string
  deploymentId: string
  roles: string[]
  resourceLink: { id: string; title: string } | undefined
  context: { id: string; title: string }
  returnUrl: string | undefined
  locale: string | undefined
  /** The id of a link that we have created by deep linking. */
  linkId: string | undefined
  deepLinking: DeepLinkingSettings | undefined
  services: OfferedServices
  /** Who the person was with LTI 1.1; not verified yet. */
  lti11: Lti11Claim | undefined
}

/** Throws `LaunchRefused`. Pure. */
export function readClaims(payload: unknown): LtiClaims {
  const parsed = claimsSchema.safeParse(payload)
  if (!parsed.success) throw new LaunchRefused('missing_claim', toName(parsed.error.issues[0]?.path[0]))
  const claims = parsed.data as z.infer<typeof claimsSchema> & Record<string, unknown>
  const { sub, name, given_name, family_name, email, email_verified, locale } = claims
  const context = claims[`${CLAIM}/context`] as { id: string; title: string; label: string } | undefined
  const presentation = claims[`${CLAIM}/launch_presentation`] as
    | { return_url?: string; locale?: string }
    | undefined
  return {
    sub,
    name: name || `${given_name} ${family_name}`.trim() || sub,
    email: email || undefined,
    isEmailVerified: email_verified === true,
    messageType: claims[`${CLAIM}/message_type`] as string,
    deploymentId: claims[`${CLAIM}/deployment_id`] as string,
    roles: (claims[`${CLAIM}/roles`] as string[] | undefined) ?? [],
    resourceLink: claims[`${CLAIM}/resource_link`] as LtiClaims['resourceLink'],
    context: { id: context?.id ?? '', title: context?.title || context?.label || '' },
    returnUrl: presentation?.return_url,
    locale: presentation?.locale ?? locale,
    linkId: (claims[`${CLAIM}/custom`] as Record<string, string> | undefined)?.[LINK_PARAMETER],
    deepLinking: readDeepLinking(claims),
    services: readServices(claims),
    lti11: readLti11(claims),
  }
}

const toName = (path: PropertyKey | undefined): string => String(path ?? '').replace(`${CLAIM}/`, '')
