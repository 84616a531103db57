export { type ChatDeps, type ChatService, createChatService } from './chat.service.ts'
export { picturesOf } from './question-pictures.ts'
export type { RunningAnswer } from './running-answers.ts'
export type { NewTurn, Turn } from './turns.ts'
