import { foreignEndpoint } from '../../platform/http/endpoint.ts'

/** An endpoint that an LMS calls, or that a launch leads to. */
export const ltiEndpoint = foreignEndpoint('LTI')
