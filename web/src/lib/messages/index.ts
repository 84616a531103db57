export { inReadersLanguage, loadMessages, messageText } from './messages.svelte.ts'
export { fromBody, type ServerMessage } from './server-message.ts'
