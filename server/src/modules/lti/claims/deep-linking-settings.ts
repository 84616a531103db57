import * as z from 'zod'

const DL_CLAIM = 'https://purl.imsglobal.org/spec/lti-dl/claim'
const SETTINGS_CLAIM = `${DL_CLAIM}/deep_linking_settings`

/** The custom parameter that carries the id of our link. Lower case, because some LMSs change the case of names. */
export const LINK_PARAMETER = 'bellwether_link'

/** Where the answer goes: a browser posts it, so it must be a plain web address. */
const returnUrl = z
  .url({ protocol: /^https?$/ })
  .max(4000)
  .refine((url) => new URL(url).username === '' && new URL(url).password === '')

/** For the schema of a token. */
export const deepLinkingClaims = {
  [SETTINGS_CLAIM]: z
    .object({
      deep_link_return_url: returnUrl,
      accept_types: z.array(z.string()).max(50),
      accept_multiple: z.boolean().optional().catch(undefined),
      accept_lineitem: z.boolean().optional().catch(undefined),
      data: z.string().max(64_000).optional(),
    })
    .optional(),
}

/** For the launch token: the settings of a request that was signed by the LMS. */
export const deepLinkingSettingsSchema = z.object({
  returnUrl: z.string(),
  acceptsLinks: z.boolean(),
  acceptsSeveral: z.boolean(),
  acceptsLineItem: z.boolean(),
  /** Returned unchanged. */
  data: z.string().optional(),
})
export type DeepLinkingSettings = z.infer<typeof deepLinkingSettingsSchema>

interface RawSettings {
  deep_link_return_url: string
  accept_types: string[]
  accept_multiple?: boolean
  accept_lineitem?: boolean
  data?: string
}

/** Pure. */
export function readDeepLinking(claims: Record<string, unknown>): DeepLinkingSettings | undefined {
  const settings = claims[SETTINGS_CLAIM] as RawSettings | undefined
  return (
    settings && {
      returnUrl: settings.deep_link_return_url,
      acceptsLinks: settings.accept_types.includes('ltiResourceLink'),
      // One item at most, unless the LMS says that it takes several.
      acceptsSeveral: settings.accept_multiple === true,
      acceptsLineItem: settings.accept_lineitem === true,
      data: settings.data,
    }
  )
}

export interface ContentItem {
  linkId: string
  title: string
  text: string
  /** For assistants with a rubric, where the LMS creates columns in its gradebook. */
  scoreMaximum?: number | undefined
}

interface Answer {
  platform: { issuer: string; client_id: string }
  deploymentId: string
  items: readonly ContentItem[]
  data: string | undefined
  launchUrl: string
  nonce: string
  now: number
}

/** Clocks differ: an answer must not look as if it came from the future. */
const SKEW_SECONDS = 60
const VALID_SECONDS = 300

/** The message that returns the chosen items to the LMS. Pure. */
export const toDeepLinkingAnswer = ({
  platform,
  deploymentId,
  items,
  data,
  launchUrl,
  nonce,
  now,
}: Answer) => ({
  iss: platform.client_id,
  aud: platform.issuer,
  iat: now - SKEW_SECONDS,
  exp: now + VALID_SECONDS,
  nonce,
  'https://purl.imsglobal.org/spec/lti/claim/message_type': 'LtiDeepLinkingResponse',
  'https://purl.imsglobal.org/spec/lti/claim/version': '1.3.0',
  'https://purl.imsglobal.org/spec/lti/claim/deployment_id': deploymentId,
  [`${DL_CLAIM}/content_items`]: items.map((item) => toItem(item, launchUrl)),
  ...(data === undefined ? {} : { [`${DL_CLAIM}/data`]: data }),
})

const toItem = ({ linkId, title, text, scoreMaximum }: ContentItem, url: string) => ({
  type: 'ltiResourceLink',
  title,
  ...(text ? { text } : {}),
  url,
  custom: { [LINK_PARAMETER]: linkId },
  ...(scoreMaximum === undefined ? {} : { lineItem: { scoreMaximum, label: title, resourceId: linkId } }),
})
