import { say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { forbidden } from '../../platform/errors.ts'
import { type Endpoint, foreignEndpoint } from '../../platform/http/endpoint.ts'
import { LAMB_TAG } from './lti-deps.ts'

/** An endpoint that an LMS calls, or that a launch leads to. */
export const ltiEndpoint = foreignEndpoint('LTI')

/** An endpoint of ours that LAMB's clients call at another address. */
export const atLambAddress = (
  path: string,
  own: Endpoint,
  method: Endpoint['method'] = own.method,
): Endpoint => ({ ...own, api: 'LTI', tag: LAMB_TAG, method, paths: [path], lenient: true })

/** An LMS can sign in members of the organization, so a leaked API key must not be able to add one. */
export function requireSession(caller: UserCaller): void {
  if (caller.credential !== 'session') throw forbidden(say('requests.session_required'))
}
