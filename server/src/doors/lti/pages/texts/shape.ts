import type { LaunchProblem, ServiceProblem } from '../../../../modules/lti/index.ts'

/** Texts of the pages that answer a launch. `{field}` is the name of a field of the launch. */
export interface LaunchTexts {
  refusedTitle: string
  problems: Record<LaunchProblem, string>
  /** Why a service of the LMS could not be used. */
  services: Record<ServiceProblem, string>
  waitingTitle: string
  waiting: string
  noAccountTitle: string
  noAccount: string
  linkAccount: string
  openTab: string
  opening: string
  returning: string
  notAddedTitle: string
  notAdded: string
  cookiesBlocked: string
  registeredTitle: string
  registered: string
}
