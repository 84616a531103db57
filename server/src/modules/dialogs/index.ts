export type { DialogRow } from './dialog.repository.ts'
export { createDialogService, type DialogService } from './dialog.service.ts'
export type { DialogMessage, StoredCall, StoredEdit } from './dialog-message.ts'
export type { Round } from './turns.ts'
