export type { DialogRow } from './dialog.repository.ts'
export { createDialogService, type DialogService } from './dialog.service.ts'
export type { DialogMessage, KeptCall, KeptEdit } from './dialog-message.ts'
export type { Round } from './turns.ts'
