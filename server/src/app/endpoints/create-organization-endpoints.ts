import { createSearchModelRoutes } from '../../modules/knowledge/index.ts'
import {
  createMoodleRoutes,
  createOrganizationRoutes,
  createProviderSettingRoutes,
  createSettingsRoutes,
} from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { testMoodle } from '../../tools/moodle/test-moodle.ts'
import type { Services } from '../services/create-services.ts'

/** Organizations and their settings. */
export const createOrganizationEndpoints = (services: Services, config: Config): Endpoint[] => [
  ...createOrganizationRoutes(services),
  ...createSettingsRoutes({ ...services, config }),
  ...createProviderSettingRoutes(services),
  ...createSearchModelRoutes(services),
  ...createMoodleRoutes({
    config,
    organizations: services.organizations,
    testMoodle: (settings, signal) => testMoodle(services.outbound, settings, signal),
  }),
]
