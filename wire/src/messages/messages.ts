import { agentsMessages } from './answers/agents.ts'
import { answersMessages } from './answers/answers.ts'
import {
  activityMessages,
  approvalMessages,
  chatMessages,
  memoryMessages,
  traceMessages,
} from './answers/chats.ts'
import { modelsMessages } from './answers/models.ts'
import { providersMessages } from './answers/providers.ts'
import { answerNoteMessages, outcomeMessages, reasonMessages } from './answers/reasons.ts'
import { settingsMessages } from './answers/settings.ts'
import { statusesMessages } from './answers/statuses.ts'
import { toolReasonMessages } from './answers/tool-reasons.ts'
import { toolsMessages } from './answers/tools.ts'
import { commonMessages, notFoundMessages } from './common.ts'
import {
  assistantMessages,
  sharingMessages,
  templateMessages,
  toolSecretMessages,
} from './content/assistants.ts'
import { creationMessages } from './content/creation.ts'
import { documentWarningMessages } from './content/document-warnings.ts'
import { documentMessages, webPageMessages } from './content/documents.ts'
import { evaluationMessages } from './content/evaluations.ts'
import { fileMessages } from './content/files.ts'
import { gradingMessages } from './content/grading.ts'
import { importMessages } from './content/imports.ts'
import { knowledgeMessages } from './content/knowledge.ts'
import { rubricMessages } from './content/rubrics.ts'
import { testMessages } from './content/tests.ts'
import { workspaceFileMessages, workspaceMessages } from './content/workspaces.ts'
import { fieldMessages } from './fields.ts'
import { formatMessage, type MessageParams, type ParamsOf } from './format-message.ts'
import { networkMessages } from './network.ts'
import { partMessages } from './parts.ts'
import { accountLinkMessages } from './people/account-links.ts'
import { auditMessages } from './people/audit.ts'
import { budgetMessages } from './people/budgets.ts'
import { classLinkMessages } from './people/class-links.ts'
import { ltiMessages } from './people/lti.ts'
import { mcpServerMessages } from './people/mcp-servers.ts'
import { orgSettingsMessages } from './people/org-settings.ts'
import { organizationMessages } from './people/organizations.ts'
import { signInMessages } from './people/sign-in.ts'
import { handOverMessages, userMessages } from './people/users.ts'
import { requestMessages } from './requests.ts'
import { serverMessages } from './server.ts'

/**
 * All server messages for people, by code, in English. Responses contain the code and the parameters besides the
 * English text, so that the web app can translate it (`web/src/lib/messages`).
 */
export const MESSAGES = {
  ...commonMessages,
  ...notFoundMessages,
  ...accountLinkMessages,
  ...answerNoteMessages,
  ...approvalMessages,
  ...auditMessages,
  ...assistantMessages,
  ...budgetMessages,
  ...activityMessages,
  ...chatMessages,
  ...classLinkMessages,
  ...creationMessages,
  ...documentMessages,
  ...documentWarningMessages,
  ...evaluationMessages,
  ...fieldMessages,
  ...fileMessages,
  ...gradingMessages,
  ...handOverMessages,
  ...importMessages,
  ...knowledgeMessages,
  ...ltiMessages,
  ...mcpServerMessages,
  ...memoryMessages,
  ...networkMessages,
  ...organizationMessages,
  ...outcomeMessages,
  ...partMessages,
  ...reasonMessages,
  ...requestMessages,
  ...rubricMessages,
  ...serverMessages,
  ...testMessages,
  ...sharingMessages,
  ...signInMessages,
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
  ...toolReasonMessages,
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
  const values: MessageParams = params ?? {}
  return { code, params: values, text: formatMessage(MESSAGES[code], values) }
}

export const isMessageCode = (code: unknown): code is MessageCode =>
  typeof code === 'string' && Object.hasOwn(MESSAGES, code)
