/** Why a service of an LMS could not be used. Each has a text for people in `doors/lti/pages`. */
export const SERVICE_PROBLEMS = [
  'not_offered',
  'no_course',
  'foreign_address',
  'private_address',
  'unreachable',
  'redirected',
  'token_refused',
  'refused',
  'not_found',
  'invalid',
  'ungradable',
  'busy',
  'failing',
  'malformed',
  'too_large',
] as const
export type ServiceProblem = (typeof SERVICE_PROBLEMS)[number]

/** A later attempt may succeed. Everything else stays as it is until someone changes something. */
const RETRYABLE: ReadonlySet<ServiceProblem> = new Set(['unreachable', 'busy', 'failing'])

export class ServiceFault extends Error {
  constructor(readonly problem: ServiceProblem) {
    super(problem)
    this.name = 'ServiceFault'
  }

  get isRetryable(): boolean {
    return RETRYABLE.has(this.problem)
  }
}

/** Pure. */
export function problemOfStatus(status: number): ServiceProblem {
  if (status === 429) return 'busy'
  if (status >= 500) return 'failing'
  if (status >= 300 && status < 400) return 'redirected'
  if (status === 401 || status === 403) return 'refused'
  if (status === 404 || status === 410) return 'not_found'
  return status === 422 ? 'ungradable' : 'invalid'
}
