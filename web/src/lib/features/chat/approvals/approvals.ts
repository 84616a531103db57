import type { ApprovalDecision, ApprovalRecord } from '@bellwether/wire'
import { api } from '$lib/api'

/** A call that waits for the reader, and what became of it here. */
export interface ShownApproval extends ApprovalRecord {
  /** Approved with other arguments than the model's. */
  wasChanged?: boolean
  /** Why it was rejected. */
  reason?: string
}

const pathOf = (id: string): string => `/approvals/${encodeURIComponent(id)}`

/** All that wait for me, in whichever conversation. */
export const listWaiting = async (): Promise<ApprovalRecord[]> =>
  (await api.get<{ approvals: ApprovalRecord[] }>('/approvals')).approvals

export const readApproval = (id: string): Promise<ApprovalRecord> => api.get(pathOf(id))

export const decide = (id: string, decision: ApprovalDecision): Promise<ApprovalRecord> =>
  api.post(pathOf(id), decision)

/** The list with this one in its newest state. Pure. */
export function withApproval(list: readonly ShownApproval[], next: ShownApproval): ShownApproval[] {
  const known = list.some(({ id }) => id === next.id)
  return known ? list.map((one) => (one.id === next.id ? { ...one, ...next } : one)) : [...list, next]
}

/** Pure. How long there still is, in seconds; the two clocks may differ, but never by more than the whole wait. */
export const secondsLeft = (
  { created_at, expires_at }: Pick<ApprovalRecord, 'created_at' | 'expires_at'>,
  nowMs: number,
): number => Math.max(0, Math.min(expires_at - created_at, Math.ceil(expires_at - nowMs / 1000)))

/** Pure. `4:05` */
export const toClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
