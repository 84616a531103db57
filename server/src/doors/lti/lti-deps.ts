import type { AssistantService } from '../../modules/assistants/index.ts'
import type { Lti, Lti13 } from '../../modules/lti/index.ts'
import type { OrganizationService } from '../../modules/organizations/index.ts'
import type { EvaluateWork, ReadableRubric } from '../../modules/rubrics/index.ts'
import type { BrowserSessions, ExternalIdentities, UserService } from '../../modules/users/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { AnswerSlots } from '../../platform/rate-limit/answer-slots.ts'
import type { RateLimit } from '../../platform/rate-limit/rate-limit.ts'

export interface LtiDoorDeps {
  lti: Lti
  lti13: Lti13
  externalIdentities: Pick<ExternalIdentities, 'signIn' | 'isKnown'>
  organizations: Pick<OrganizationService, 'getFor' | 'getRow'>
  users: Pick<UserService, 'checkPassword' | 'findById'>
  browserSessions: Pick<BrowserSessions, 'begin'>
  assistants: Pick<AssistantService, 'create' | 'listOwn' | 'publishTogether' | 'requireAllPublishable'>
  /** The rubric that an assistant works with, if the caller may use the assistant. */
  rubricOf(
    caller: UserCaller,
    assistantId: number,
  ): Promise<(ReadableRubric & { maxScore: number }) | undefined>
  evaluateWork: EvaluateWork
  slots: Pick<AnswerSlots, 'during'>
  /** Per address of a browser. A whole university may have one. */
  ltiLimits: {
    /** Logins that are started. */
    starts: Pick<RateLimit, 'take'>
    /** Refused launches that are recorded for admins. */
    refusals: Pick<RateLimit, 'tryTake'>
  }
  publicUrl: string
  trustProxy: boolean
  /** The name of the sign-in provider that is set in the environment. */
  signInName: string
}

export const LTI_TAG = 'LTI'
/** What LMSs call with LTI 1.1, and LAMB's addresses. */
export const LAMB_TAG = 'LTI 1.1'
export const LTI13_TAG = 'LTI 1.3'
