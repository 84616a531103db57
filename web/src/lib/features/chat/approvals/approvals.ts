import type { ApprovalDecision, ApprovalRecord } from '@bellwether/wire'
import { api, guestToken } from '$lib/api'

/** A tool call that waits for the user, and its outcome. */
export interface ShownApproval extends ApprovalRecord {
  /** Approved with arguments other than the model's. */
  wasChanged?: boolean
  /** Why it was rejected. */
  reason?: string
}

/** All calls that wait for the user, in any chat. Guests are never asked. */
export const listWaiting = async (): Promise<ApprovalRecord[]> =>
  guestToken.get() === undefined ? (await api.get('/approvals')).approvals : []

export const readApproval = (id: string): Promise<ApprovalRecord> =>
  api.get('/approvals/{id}', { params: { id } })

export const decide = (id: string, decision: ApprovalDecision): Promise<ApprovalRecord> =>
  api.post('/approvals/{id}', { params: { id }, body: decision })

/** The list with the newest state of this approval. Pure. */
export function withApproval(list: readonly ShownApproval[], next: ShownApproval): ShownApproval[] {
  const isKnown = list.some(({ id }) => id === next.id)
  return isKnown
    ? list.map((approval) => (approval.id === next.id ? { ...approval, ...next } : approval))
    : [...list, next]
}

/** The remaining time in seconds; the clocks may differ, so it never exceeds the whole waiting time. Pure. */
export const secondsLeft = (
  { created_at, expires_at }: Pick<ApprovalRecord, 'created_at' | 'expires_at'>,
  nowMs: number,
): number => Math.max(0, Math.min(expires_at - created_at, Math.ceil(expires_at - nowMs / 1000)))

/** `4:05`. Pure. */
export const toClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Reads the approvals that still wait; they may have been decided on another page. */
export function refreshWaiting(
  approvals: readonly ShownApproval[],
  note: (next: ShownApproval) => void,
): void {
  for (const { id, state } of approvals) if (state === 'waiting') readApproval(id).then(note, () => undefined)
}
