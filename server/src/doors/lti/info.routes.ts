import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { LAMB_TAG, type LtiDoorDeps } from './lti-deps.ts'

/** What an LMS admin has to enter. */
export const createInfoRoutes = ({ publicUrl }: LtiDoorDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/lamb/v1/lti/info',
    tag: LAMB_TAG,
    summary: 'Get the LTI 1.1 addresses for activities',
    description: 'The launch URL to enter in the LMS.',
    access: 'public',
    handle: () => ({ lti_version: 'LTI-1p0', launch_url: `${publicUrl}/lamb/v1/lti/launch` }),
  }),
  endpoint({
    method: 'GET',
    path: '/lamb/v1/lti_creator/info',
    tag: LAMB_TAG,
    summary: 'Get the LTI 1.1 address for educators',
    description: 'The launch URL to enter in the LMS.',
    access: 'public',
    handle: () => ({ lti_version: 'LTI-1p0', launch_url: `${publicUrl}/lamb/v1/lti_creator/launch` }),
  }),
]
