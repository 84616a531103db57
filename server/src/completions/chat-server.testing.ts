import * as z from 'zod'
import { type Connector, defineConnector, type ModelEvent } from '../connectors/connector.ts'
import { createWorld } from '../modules/assistants/testing.ts'
import { createChatFolderService, createChatRoutes, createChatService } from '../modules/chats/index.ts'
import { createRedactor } from '../modules/traces/index.ts'
import { createPricing } from '../modules/usage/index.ts'
import type { Caller, UserCaller } from '../platform/caller.ts'
import type { Db } from '../platform/db/db.ts'
import { createTestOutbox } from '../platform/db/testing.ts'
import { notFound } from '../platform/errors.ts'
import { serve } from '../platform/http/loopback.testing.ts'
import { createAlone } from '../platform/instances/alone.testing.ts'
import { createAnswerCompletion } from './answer-completion.ts'
import { createAnswerInChat, createChatAnswerRoutes } from './answer-in-chat.ts'
import { createStreamAnswer } from './openai/stream-answer.ts'
import type { CompletionOrder, Plan } from './plan/completion-plan.ts'
import { openToolDeps } from './tools/tool-deps.testing.ts'

export interface ChatScript {
  say(signal: AbortSignal): AsyncIterable<ModelEvent>
  lastOrder?: CompletionOrder
}

/** An assistant that all of the north may use and that answers with the script. */
export async function createScriptedTutor(db: Db, script: ChatScript, patienceMs = 60_000) {
  const connector: Connector = defineConnector({
    name: 'scripted',
    title: 'Scripted',
    description: '',
    settings: z.object({}),
    capabilities: { text: true, vision: false, imageGeneration: false, functions: false },
    listModels: async () => [],
    stream: (_request, _settings, { signal }) => script.say(signal),
  })
  const people = await createWorld(db)
  const { ana } = people
  const { id: tutor } = await db
    .insertInto('assistants')
    .values({
      organization_id: people.north,
      owner_id: ana.userId,
      name: 'tutor',
      created_at: 7,
      updated_at: 7,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  async function planCompletion(order: CompletionOrder, caller: Caller): Promise<Plan> {
    script.lastOrder = order
    const isTutor = 'id' in order.assistant && order.assistant.id === tutor
    if (!isTutor || caller.kind !== 'user' || caller.organizationId !== people.north)
      throw notFound('Assistant')
    return {
      assistant: { id: tutor, name: 'tutor', ownerId: people.ana.userId, organizationId: people.north },
      asking: { caller },
      language: 'en',
      model: {
        connector,
        settings: {},
        model: 'scripted-1',
        fallbackModel: undefined,
        params: {},
        ignoredParams: [],
        mayFallBack: false,
        relaysFrames: true,
        firstByteMs: undefined,
      },
      prompt: { messages: order.request.messages, template: undefined },
      tools: {
        injected: [],
        called: [],
        leftOut: [],
        chooser: undefined,
        allowsChanges: true,
        hasCheckpoint: false,
        timeoutMs: 1000,
        maxIterations: 1,
      },
      output: {
        stream: order.request.stream === true,
        includeUsage: false,
        includeStatus: true,
        statusStyle: 'event',
      },
      trace: { keep: false, verbose: false, redact: createRedactor([]) },
      pricing: createPricing(undefined),
      limits: { toolCalls: Infinity, tokens: Infinity, milliseconds: Infinity },
      degraded: undefined,
      holds: { spending: undefined, release: undefined },
    }
  }

  const mayUseAssistant = async (caller: UserCaller, id: number) =>
    id === tutor && caller.organizationId === people.north
  const chats = createChatService({
    isReadByEducators: async () => true,
    ...createAlone(),
    db,
    outbox: createTestOutbox(db),
    mayUseAssistant,
    patienceMs,
  })
  const answerCompletion = createAnswerCompletion({
    countGuestQuestion: async () => undefined,
    watchAccess: () => () => undefined,
    planCompletion,
    streamAnswer: createStreamAnswer(10_000),
    usage: { record: () => undefined },
    traces: { record: () => undefined },
    toolDeps: openToolDeps,
  })
  const attachments = { textsFor: async () => [], countImages: () => Promise.resolve() }
  const answerInChat = createAnswerInChat({ chats, answerCompletion, attachments })
  return { people, tutor, chats, answerCompletion, answerInChat, mayUseAssistant }
}

/** Serves our own chat endpoints. */
export async function createChatServer(db: Db, script: ChatScript, patienceMs?: number) {
  const { people, tutor, chats, answerInChat } = await createScriptedTutor(db, script, patienceMs)
  const chatFolders = createChatFolderService({ db, chats })
  const countGuestQuestion = async () => undefined
  const server = await serve(
    [
      ...createChatRoutes({ chats, chatFolders, countGuestQuestion }),
      ...createChatAnswerRoutes({ chats, answerInChat }),
    ],
    toCallers(people),
  )
  return { server, chats, people, tutor }
}

export const toCallers = ({ ana, ben, nora, root, eve }: Awaited<ReturnType<typeof createWorld>>) => ({
  ...{ ana, ben, nora, root, eve },
  student: { ...ben, userType: 'end_user' as const },
})
