import type { Endpoint } from '../../platform/http/endpoint.ts'
import { createLtiAdminRoutes } from './admin.routes.ts'
import { createCourseRoutes } from './courses/course.routes.ts'
import { createDeepLinkRoutes } from './deep-linking/deep-link.routes.ts'
import { createEnterRoutes } from './enter.routes.ts'
import { createGradeRoutes } from './grades/grade.routes.ts'
import { createTestGradeRoutes } from './grades/test-grade.routes.ts'
import { createInfoRoutes } from './info.routes.ts'
import type { LtiDoorDeps } from './lti-deps.ts'
import { createDashboardRoutes } from './lti11/dashboard.routes.ts'
import { createLaunchRoutes } from './lti11/launch.routes.ts'
import { createSetupRoutes } from './lti11/setup.routes.ts'
import { createJwksRoutes } from './lti13/jwks.routes.ts'
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
