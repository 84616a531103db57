import { foreignEndpoint } from '../../platform/http/endpoint.ts'

/** An endpoint of OpenAI's API, and of LAMB's completions, which are the same in another place. */
export const openAiEndpoint = foreignEndpoint('OpenAI')
