import * as z from 'zod'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import { createLtiAdminRoutes } from './admin.routes.ts'
import { createCourseRoutes } from './courses/course.routes.ts'
import { createDeepLinkRoutes } from './deep-linking/deep-link.routes.ts'
import { createEnterRoutes } from './enter.routes.ts'
import { createGradeRoutes } from './grades/grade.routes.ts'
import { createTestGradeRoutes } from './grades/test-grade.routes.ts'
import { LAMB_TAG, LTI13_TAG, type LtiDoorDeps } from './lti-deps.ts'
import { ltiEndpoint } from './lti-endpoint.ts'
import { createDashboardRoutes } from './lti11/dashboard.routes.ts'
import { createLaunchRoutes } from './lti11/launch.routes.ts'
import { createSetupRoutes } from './lti11/setup.routes.ts'
import { createLaunch13Routes } from './lti13/launch.routes.ts'
import { createLoginRoutes } from './lti13/login.routes.ts'
import { createPlatformRoutes } from './lti13/platform.routes.ts'
import { createRegisterRoutes } from './lti13/register.routes.ts'

export const createLtiRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ...createLaunchRoutes(deps),
  ...createSetupRoutes(deps),
  ...createDashboardRoutes(deps),
  ...createEnterRoutes(deps),
  ...createInfoRoutes(deps),
  ...createLtiAdminRoutes(deps),
  ...createLoginRoutes(deps),
  ...createLaunch13Routes(deps),
  ...createDeepLinkRoutes(deps),
  ...createCourseRoutes(deps),
  ...createGradeRoutes(deps),
  ...createTestGradeRoutes(deps),
  ...createJwksRoutes(deps),
  ...createPlatformRoutes(deps),
  ...createRegisterRoutes(deps),
]

const COMMON = ['oauth_consumer_key', 'user_id']
const PERSON = ['lis_person_name_full', 'ext_user_username']

/** What an LMS admin has to enter, and which fields of a launch are read. */
const createInfoRoutes = ({ lti, publicUrl }: LtiDoorDeps): Endpoint[] => [
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

const createJwksRoutes = ({ lti13 }: LtiDoorDeps): Endpoint[] => [
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
