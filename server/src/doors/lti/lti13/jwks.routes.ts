import * as z from 'zod'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { LTI13_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint } from '../lti-endpoint.ts'

export const createJwksRoutes = ({ lti13 }: LtiDoorDeps): Endpoint[] => [
  ltiEndpoint({
    method: 'GET',
    path: '/lti/1.3/jwks',
    tag: LTI13_TAG,
    summary: 'Get the public keys of this server',
    description:
      'An LMS verifies our messages with these keys. A new key is published a week before it is used.',
    access: 'public',
    answer: z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) }),
    handle: async () =>
      new Reply(await lti13.signingKeys.publicKeys(), { 'cache-control': 'public, max-age=3600' }),
  }),
]
