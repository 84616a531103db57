export { createSessionNotes, type SessionNotes } from './session-notes.ts'
