export type { AnswerReport } from './answer-facts/answer-facts.ts'
export { createAttachmentRoutes } from './attachments/attachment.routes.ts'
export {
  type AttachedText,
  type AttachmentService,
  createAttachmentService,
} from './attachments/attachment.service.ts'
export { createBranchRoutes } from './branches/branch.routes.ts'
export { numberVersions } from './branches/branches.ts'
export { createChatRoutes } from './chat.routes.ts'
export { type ChatDeps, type ChatService, createChatService } from './chat.service.ts'
export { isChatId } from './chat-id.ts'
export { createFeedbackRoutes } from './feedback/feedback.routes.ts'
export { createChatFolderRoutes } from './folders/folder.routes.ts'
export { type ChatFolderService, createChatFolderService } from './folders/folder.service.ts'
export { picturesOf } from './question-pictures.ts'
export type { FollowedAnswer, RunningAnswer } from './running/running-answer.ts'
export type { BegunAnswer } from './running/running-answers.ts'
export { createChatSearchRoutes } from './search/chat-search.routes.ts'
export { createSearchChats } from './search/search-chats.ts'
export type { NewTurn, Turn } from './turns.ts'
