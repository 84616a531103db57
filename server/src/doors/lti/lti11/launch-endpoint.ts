import { ltiLaunchFormSchema } from '@bellwether/wire'
import {
  createReader,
  frameOriginsOf,
  type Launch,
  LaunchRefused,
  type Parameters,
  readLaunch,
} from '../../../modules/lti/index.ts'
import { type Endpoint, endpoint, type Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { LAMB_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { toRefusal } from '../pages/launch-page.ts'
import { launchUrls, readParameters } from './read-request.ts'

export interface CheckedLaunch {
  launch: Launch
  parameters: Parameters
  /** Reads a required field. */
  read: (name: string) => string
  consumerKey: string
  frameOrigins: string
  exchange: Exchange
}

interface LaunchSpec {
  path: string
  summary: string
  description: string
  /** Undefined for an unknown key. */
  secretOf(consumerKey: string): Promise<string | undefined>
  /** Called when the signature is right. */
  open(launch: CheckedLaunch): Promise<Reply>
}

/** An endpoint that an LMS calls with a signed form. What goes wrong becomes a page that a person can read. */
export const launchEndpoint = (deps: LtiDoorDeps, spec: LaunchSpec): Endpoint =>
  endpoint({
    method: 'POST',
    path: spec.path,
    tag: LAMB_TAG,
    summary: spec.summary,
    description: spec.description,
    access: 'public',
    form: ltiLaunchFormSchema,
    status: 303,
    async handle({ exchange }) {
      try {
        const parameters = await readParameters(exchange)
        const urls = launchUrls(exchange, deps)
        await deps.lti.verify({ method: 'POST', urls, parameters }, spec.secretOf)
        const read = createReader(parameters)
        return await spec.open({
          launch: readLaunch(parameters),
          parameters,
          read,
          consumerKey: read('oauth_consumer_key'),
          frameOrigins: frameOriginsOf(parameters, exchange.header('origin')),
          exchange,
        })
      } catch (error) {
        if (!(error instanceof LaunchRefused)) throw error
        exchange.log.info({ problem: error.problem, field: error.field }, 'LTI launch refused')
        return toRefusal(exchange, error)
      }
    },
  })
