import { assistantMessages, sharingMessages, templateMessages, toolSecretMessages } from './assistants.ts'
import { budgetMessages } from './budgets.ts'
import { approvalMessages, chatMessages, memoryMessages, traceMessages } from './chats.ts'
import { agentsMessages } from './agents.ts'
import { answersMessages } from './answers.ts'
import { commonMessages, notFoundMessages } from './common.ts'
import { documentMessages, webPageMessages } from './documents.ts'
import { evaluationMessages } from './evaluations.ts'
import { fieldMessages } from './fields.ts'
import { fileMessages } from './files.ts'
import { formatMessage, type MessageParams, type ParamsOf } from './format-message.ts'
import { knowledgeMessages } from './knowledge.ts'
import { mcpServerMessages } from './mcp-servers.ts'
import { networkMessages } from './network.ts'
import { organizationMessages } from './organizations.ts'
import { requestMessages } from './requests.ts'
import { rubricMessages } from './rubrics.ts'
import { serverMessages } from './server.ts'
import { handOverMessages, userMessages } from './users.ts'
import { workspaceFileMessages, workspaceMessages } from './workspaces.ts'
import { modelsMessages } from './models.ts'
import { orgSettingsMessages } from './org-settings.ts'
import { providersMessages } from './providers.ts'
import { settingsMessages } from './settings.ts'
import { statusesMessages } from './statuses.ts'
import { toolsMessages } from './tools.ts'

/**
 * Everything the server tells a person, by code, in English. Responses carry the code and the parameters besides the English text, so
 * that the web app can say it in its own language (`web/src/lib/messages`).
 */
export const MESSAGES = {
  ...commonMessages,
  ...notFoundMessages,
  ...approvalMessages,
  ...assistantMessages,
  ...budgetMessages,
  ...chatMessages,
  ...documentMessages,
  ...evaluationMessages,
  ...fieldMessages,
  ...fileMessages,
  ...handOverMessages,
  ...knowledgeMessages,
  ...mcpServerMessages,
  ...memoryMessages,
  ...networkMessages,
  ...organizationMessages,
  ...requestMessages,
  ...rubricMessages,
  ...serverMessages,
  ...sharingMessages,
  ...templateMessages,
  ...toolSecretMessages,
  ...traceMessages,
  ...userMessages,
  ...webPageMessages,
  ...workspaceFileMessages,
  ...workspaceMessages,
  ...agentsMessages,
  ...answersMessages,
  ...modelsMessages,
  ...orgSettingsMessages,
  ...providersMessages,
  ...settingsMessages,
  ...statusesMessages,
  ...toolsMessages,
} as const

export type MessageCode = keyof typeof MESSAGES

type ParamsFor<Code extends MessageCode> = ParamsOf<(typeof MESSAGES)[Code]>

/** A message with its English text. */
export interface Message {
  code: MessageCode
  params: MessageParams
  text: string
}

/** The parameters are checked against the text: one that is missing or misspelt does not compile. */
export function say<Code extends MessageCode>(
  code: Code,
  ...[params]: [keyof ParamsFor<Code>] extends [never] ? [] : [ParamsFor<Code>]
): Message {
  const given: MessageParams = params ?? {}
  return { code, params: given, text: formatMessage(MESSAGES[code], given) }
}

export const isMessageCode = (code: unknown): code is MessageCode =>
  typeof code === 'string' && Object.hasOwn(MESSAGES, code)
