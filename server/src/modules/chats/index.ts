export { type ChatDeps, type ChatService, createChatService } from './chat.service.ts'
export type { NewTurn, Turn } from './turns.ts'
