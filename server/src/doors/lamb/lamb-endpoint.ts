import { foreignEndpoint } from '../../platform/http/endpoint.ts'

/** An endpoint of LAMB's API. */
export const lambEndpoint = foreignEndpoint('LAMB')
