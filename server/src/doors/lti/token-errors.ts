import { say } from '@bellwether/wire'
import { LaunchRefused } from '../../modules/lti/index.ts'
import { forbidden } from '../../platform/errors.ts'
import { problemText } from './pages/launch-texts.ts'

/** For endpoints that the web app calls: turns a refused launch into an error with a translated message. */
export async function withClearErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LaunchRefused)) throw error
    throw forbidden(
      error.problem === 'link_expired'
        ? say('lti.link_expired')
        : problemText('en', error.problem, error.field),
    )
  }
}
