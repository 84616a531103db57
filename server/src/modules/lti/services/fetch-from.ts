import { isAppError } from '../../../platform/errors.ts'
import type { OutboundClient, OutboundRequest } from '../../../platform/outbound/outbound.ts'
import { problemOfStatus, ServiceFault, type ServiceProblem } from './service-fault.ts'

const TIMEOUT_MS = 15_000

export interface ServiceAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Undefined for 2xx. */
  problem: ServiceProblem | undefined
}

/** One request to an LMS. Redirects are not followed: they could lead a token elsewhere. Throws `ServiceFault`. */
export async function fetchFrom(
  client: OutboundClient,
  request: Omit<OutboundRequest, 'signal'>,
  maxBytes: number,
): Promise<ServiceAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const answer = await client.fetchWhole({ ...request, signal }, maxBytes)
    const isFine = answer.status >= 200 && answer.status <= 299
    return { ...answer, problem: isFine ? undefined : problemOfStatus(answer.status) }
  } catch (error) {
    if (!isAppError(error) && !signal.aborted) throw error
    const code = isAppError(error) ? error.userMessage?.code : undefined
    if (code === 'network.response_too_large') throw new ServiceFault('too_large')
    throw new ServiceFault(code === 'network.not_allowed' ? 'private_address' : 'unreachable')
  }
}
