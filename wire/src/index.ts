export * from './answers/approvals.ts'
export * from './answers/attachments.ts'
export * from './answers/chat-folders.ts'
export * from './answers/chat-limits.ts'
export * from './answers/chat-search.ts'
export * from './answers/chats.ts'
export * from './answers/completions.ts'
export * from './answers/dialogs.ts'
export * from './answers/memories.ts'
export * from './answers/traces.ts'
export * from './assistants/assistant-limits.ts'
export * from './assistants/assistant-texts.ts'
export * from './assistants/assistants.ts'
export * from './assistants/creation.ts'
export * from './assistants/presence.ts'
export * from './assistants/previews.ts'
export * from './assistants/publishing.ts'
export * from './assistants/starter-questions.ts'
export * from './assistants/templates.ts'
export * from './assistants/test-schedules.ts'
export * from './assistants/tests.ts'
export * from './assistants/tests-lamb.ts'
export * from './done.ts'
export * from './file-names.ts'
export * from './files.ts'
export * from './knowledge/knowledge.ts'
export * from './knowledge/knowledge-jobs.ts'
export {
  formatMessage,
  type MessageParam,
  type MessageParams,
  type NestedMessage,
} from './messages/format-message.ts'
export { joinMessages } from './messages/join-messages.ts'
export {
  findMessage,
  isMessage,
  messageFields,
  messageSchema,
  readMessage,
  readMessageBody,
  readStoredText,
  textOf,
  toMessageBody,
  toMessageFields,
  toStoredText,
} from './messages/message-fields.ts'
export {
  fill,
  isKindCode,
  isMessageCode,
  isNotFoundCode,
  MESSAGES,
  type Message,
  type MessageCode,
  say,
} from './messages/messages.ts'
export * from './names.ts'
export * from './oversight/activity.ts'
export * from './oversight/activity-limits.ts'
export * from './oversight/audit.ts'
export * from './oversight/evaluations.ts'
export * from './oversight/imports.ts'
export * from './oversight/money.ts'
export * from './oversight/system-status.ts'
export * from './oversight/usage.ts'
export * from './people/account-links.ts'
export * from './people/admin.ts'
export * from './people/class-links.ts'
export * from './people/connections.ts'
export * from './people/courses.ts'
export * from './people/hand-over.ts'
export * from './people/invitations.ts'
export * from './people/kinds.ts'
export * from './people/languages.ts'
export * from './people/lti.ts'
export * from './people/model-abilities.ts'
export * from './people/organization-settings.ts'
export * from './people/organizations.ts'
export * from './people/sign-in/failures.ts'
export * from './people/sign-in/saml.ts'
export * from './people/sign-in/sign-in.ts'
export * from './people/users.ts'
export * from './rubrics/gradings.ts'
export * from './rubrics/rubrics.ts'
export * from './rubrics/rubrics-ai.ts'
export * from './tools/mcp-servers.ts'
export * from './tools/tool-entries.ts'
export * from './tools/tool-secrets.ts'
export * from './tools/tool-templates.ts'
export * from './workspaces.ts'
