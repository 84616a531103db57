import { ltiLaunchFormSchema } from '@bellwether/wire'
import {
  createReader,
  frameOriginsOf,
  type Launch,
  LaunchRefused,
  type Parameters,
  readLaunch,
} from '../../../modules/lti/index.ts'
import { toNetwork } from '../../../modules/users/index.ts'
import type { Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { LAMB_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint } from '../lti-endpoint.ts'
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
  /** The organization that sees the launch, once it is known. */
  setOrganization(id: number): void
}

interface LaunchSpec {
  path: string
  summary: string
  description: string
  /** Undefined for an unknown key. */
  secretOf(consumerKey: string): Promise<string | undefined>
  /** The organization of a key, which sees the launch. Undefined for the key of the installation. */
  organizationOf(consumerKey: string): Promise<number | undefined>
  /** Called if the signature is valid. */
  open(launch: CheckedLaunch): Promise<Reply>
}

/** An endpoint that an LMS calls with a signed form. Errors become a page that a person can read. */
export const launchEndpoint = (deps: LtiDoorDeps, spec: LaunchSpec): Endpoint =>
  ltiEndpoint({
    method: 'POST',
    path: spec.path,
    tag: LAMB_TAG,
    summary: spec.summary,
    description: spec.description,
    access: 'public',
    form: ltiLaunchFormSchema,
    status: 303,
    handle: ({ exchange }) => handle(deps, spec, exchange),
  })

async function handle(deps: LtiDoorDeps, spec: LaunchSpec, exchange: Exchange): Promise<Reply> {
  const context: KnownLaunch = { parameters: [] }
  try {
    context.parameters = await readParameters(exchange)
    const { parameters } = context
    const urls = launchUrls(exchange, deps)
    await deps.lti.verify({ method: 'POST', urls, parameters }, spec.secretOf)
    const read = createReader(parameters)
    context.launch = readLaunch(parameters)
    const reply = await spec.open({
      launch: context.launch,
      parameters,
      read,
      consumerKey: read('oauth_consumer_key'),
      frameOrigins: frameOriginsOf(parameters, exchange.header('origin')),
      exchange,
      setOrganization: (id) => {
        context.organizationId = id
      },
    })
    await note(deps, spec, context, null)
    return reply
  } catch (error) {
    if (!(error instanceof LaunchRefused)) throw error
    exchange.log.info({ problem: error.problem, field: error.field }, 'LTI launch refused')
    // Without a valid signature anyone may have sent it, so there is a limit.
    if ((await deps.ltiLimits.refusals.tryTake(toNetwork(exchange.clientIp))) === 0)
      await note(deps, spec, context, error)
    return toRefusal(exchange, error)
  }
}

/** What is known about a launch so far, for the record. */
interface KnownLaunch {
  parameters: Parameters
  launch?: Launch
  organizationId?: number
}

async function note(
  { lti13 }: LtiDoorDeps,
  spec: LaunchSpec,
  { parameters, launch, organizationId }: KnownLaunch,
  refused: LaunchRefused | null,
): Promise<void> {
  const first = (name: string): string => parameters.find(([key]) => key === name)?.[1] ?? ''
  const consumerKey = first('oauth_consumer_key')
  const isUnknownKey =
    refused?.problem === 'wrong_signature' && (await spec.secretOf(consumerKey)) === undefined
  await lti13.records.noteOld({
    lms: first('tool_consumer_instance_name') || first('tool_consumer_instance_guid'),
    consumerKey,
    organizationId: organizationId ?? (await spec.organizationOf(consumerKey)),
    role: launch?.role,
    // The LMS is not told which keys exist.
    problem: isUnknownKey ? 'unknown_key' : (refused?.problem ?? null),
    field: refused?.field,
  })
}
