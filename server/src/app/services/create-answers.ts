import { ATTACHMENT_LIMITS, parseMetadata } from '@bellwether/wire'
import { createAnswerCompletion } from '../../completions/answer-completion.ts'
import { createAnswerInChat } from '../../completions/answer-in-chat.ts'
import { createAnswerTest } from '../../completions/answer-test.ts'
import { createStreamAnswer } from '../../completions/openai/stream-answer.ts'
import { createPlanner } from '../../completions/plan/plan.ts'
import { createRunToText } from '../../completions/run-to-text.ts'
import { may } from '../../modules/access/index.ts'
import type { PrivacyService } from '../../modules/activity/index.ts'
import { createTestRuns } from '../../modules/assistant-tests/index.ts'
import { findForCompletion, toFacts } from '../../modules/assistants/index.ts'
import { createAttachmentService, createChatService } from '../../modules/chats/index.ts'
import type { GuestUploads, LinkGuard } from '../../modules/class-links/index.ts'
import { createTextReader } from '../../modules/knowledge/index.ts'
import { askedBy } from '../../modules/usage/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { isPublicUrl } from '../../platform/outbound/address-guard.ts'
import { createAnswerSlots } from '../../platform/rate-limit/answer-slots.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import type { AssistantServices } from './create-assistants.ts'
import type { Foundation } from './create-foundation.ts'
import type { Materials } from './create-materials.ts'
import type { Models } from './create-models.ts'
import type { Oversight } from './create-oversight.ts'
import type { Records } from './create-records.ts'
import type { People } from './people/create-people.ts'
import type { ServiceDeps } from './service-deps.ts'

interface AnswerParts
  extends Pick<ServiceDeps, 'config' | 'log'>,
    Pick<Foundation, 'db' | 'databaseKind' | 'mail' | 'outbox' | 'notifications' | 'instances'> {
  people: People
  records: Records
  models: Models
  oversight: Oversight
  tools: ToolRegistry
  assistantServices: AssistantServices
  materials: Pick<Materials, 'rubrics' | 'evaluateWork'>
  linkGuard: LinkGuard
  guestUploads: GuestUploads
  privacy: Pick<PrivacyService, 'policyOf'>
}

/** A person is waiting for the file to be read. */
const READ_LIMITS = {
  bytes: ATTACHMENT_LIMITS.bytes,
  milliseconds: 30_000,
  pages: 500,
  characters: 5_000_000,
  expandedBytes: 100 * 1024 * 1024,
  partBytes: 50 * 1024 * 1024,
}

/** How an assistant answers, and the chats that keep the answers. */
export function createAnswers(parts: AnswerParts) {
  const { config, log, db, outbox, records, models, tools } = parts
  const { migrate } = parts.assistantServices
  const { settingsAt, settingsOf } = parts.people.organizations
  const slots = createAnswerSlots({
    perPerson: config.MAX_ANSWERS_PER_PERSON,
    perKey: config.MAX_ANSWERS_PER_KEY,
  })
  const planCompletion = createPlanner({
    spending: records.spending,
    slots,
    config,
    chooseModel: models.chooseModel,
    tools,
    log,
    migrate,
    findAssistant: (caller, ref) => findForCompletion(db, caller, ref),
    settingsAt,
    settingsOf,
    maySeePrompts: (caller, assistant) => may(caller, 'see', toFacts(assistant, assistant)),
    isPublicAddress: (url) => isPublicUrl(url),
  })
  const countGuestQuestion = ({ clientIp }: { clientIp: string }) => parts.linkGuard.countQuestion(clientIp)
  const running = {
    usage: records.usage,
    traces: records.traceRecorder,
    toolDeps: parts.oversight.toolDeps,
    watchAccess: parts.people.accessWatch.watch,
    log,
  }
  const mayUseAssistant = async (caller: UserCaller, id: number) =>
    (await findForCompletion(db, caller, { id })) !== undefined
  const chats = createChatService({
    db,
    outbox,
    log,
    notifications: parts.notifications,
    instances: parts.instances,
    isReadByEducators: async (id) => (await parts.privacy.policyOf(id)) !== 'off',
    mayUseAssistant,
  })
  const textReader = createTextReader(READ_LIMITS, ATTACHMENT_LIMITS.characters)
  const answerCompletion = createAnswerCompletion({
    planCompletion,
    ...running,
    streamAnswer: createStreamAnswer(config.HEARTBEAT_MS),
    countGuestQuestion,
  })
  const attachments = createAttachmentService({
    db,
    chats,
    readText: textReader.readText,
    guestUploads: parts.guestUploads,
    allowsAttachments: async (caller, id) => {
      const assistant = await findForCompletion(db, caller, { id })
      return assistant !== undefined && parseMetadata(assistant.metadata)?.chat_attachments === true
    },
  })
  return {
    slots,
    planCompletion,
    running,
    countGuestQuestion,
    runToText: createRunToText({ planCompletion, ...running }),
    ...createTestRuns({
      db,
      isPostgres: parts.databaseKind === 'postgres',
      outbox,
      log,
      mail: parts.mail,
      publicUrl: config.publicUrl,
      traceDays: config.TRACE_DAYS,
      assistants: parts.assistantServices.assistants,
      versions: parts.assistantServices.versions,
      checkDraft: parts.assistantServices.checkDraft,
      answerTest: createAnswerTest({ planCompletion, ...running }),
      scoreWithRubric: createScoreWithRubric(parts.materials),
    }),
    mayUseAssistant,
    answerCompletion,
    answerInChat: createAnswerInChat({ chats, answerCompletion, attachments }),
    chats,
    attachments,
    textReader,
  }
}

/** For tests that require a score: with a rubric that the person who runs them may use. */
const createScoreWithRubric =
  ({ rubrics, evaluateWork }: Pick<Materials, 'rubrics' | 'evaluateWork'>) =>
  async (caller: UserCaller, rubricId: string, text: string, signal: AbortSignal) => {
    const rubric = await rubrics.read(caller, rubricId)
    const { organizationId } = caller
    return (
      (await evaluateWork({ organizationId, rubric, text, signal, askedFor: askedBy(caller) })).total ??
      undefined
    )
  }
