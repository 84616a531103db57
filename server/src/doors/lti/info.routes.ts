import type { Endpoint } from '../../platform/http/endpoint.ts'
import { LAMB_TAG, type LtiDoorDeps } from './lti-deps.ts'
import { ltiEndpoint } from './lti-endpoint.ts'

const COMMON = ['oauth_consumer_key', 'user_id']
const PERSON = ['lis_person_name_full', 'ext_user_username']

/** What an LMS admin has to enter, and which fields of a launch are read. */
export const createInfoRoutes = ({ lti, publicUrl }: LtiDoorDeps): Endpoint[] => [
  ltiEndpoint({
    method: 'GET',
    path: '/lamb/v1/lti/info',
    tag: LAMB_TAG,
    summary: 'Get the LTI 1.1 URLs for activities',
    description: 'The launch URL and the consumer key to enter in the LMS, and the fields of a launch.',
    access: 'public',
    handle: async () => ({
      name: 'Bellwether',
      description: 'AI assistants that a teacher chooses for an activity of a course',
      lti_version: 'LTI-1p0',
      launch_url: `${publicUrl}/lamb/v1/lti/launch`,
      consumer_key: (await lti.keys.describeGlobal()).oauth_consumer_key,
      required_parameters: [...COMMON, 'resource_link_id', 'roles'],
      optional_parameters: [
        ...PERSON,
        'lis_person_contact_email_primary',
        'context_id',
        'context_title',
        'tool_consumer_instance_guid',
      ],
    }),
  }),
  ltiEndpoint({
    method: 'GET',
    path: '/lamb/v1/lti_creator/info',
    tag: LAMB_TAG,
    summary: 'Get the LTI 1.1 URL for educators',
    description: 'The launch URL to enter in the LMS, and the fields of a launch.',
    access: 'public',
    handle: () => ({
      name: 'Bellwether for educators',
      description: 'Educators build assistants',
      lti_version: 'LTI-1p0',
      launch_url: `${publicUrl}/lamb/v1/lti_creator/launch`,
      required_parameters: COMMON,
      optional_parameters: [...PERSON, 'roles'],
    }),
  }),
]
