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
