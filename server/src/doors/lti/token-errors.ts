import { type MessageCode, say } from '@bellwether/wire'
import { type LaunchProblem, LaunchRefused } from '../../modules/lti/index.ts'
import { forbidden } from '../../platform/errors.ts'

/** Problems after a launch was accepted. The page of the launch shows the other ones. */
const MESSAGES = {
  link_expired: 'lti.link_expired',
  account_disabled: 'lti.account_disabled',
  account_elsewhere: 'lti.account_elsewhere',
  assistant_gone: 'lti.assistant_gone',
  organization_suspended: 'lti.organization_suspended',
} as const satisfies Partial<Record<LaunchProblem, MessageCode>>

const isKnown = (problem: string): problem is keyof typeof MESSAGES => Object.hasOwn(MESSAGES, problem)

/** For endpoints that the web app calls: turns a refused launch into an error that it can translate. */
export async function withClearErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LaunchRefused)) throw error
    throw forbidden(say(isKnown(error.problem) ? MESSAGES[error.problem] : 'lti.launch_refused'))
  }
}
