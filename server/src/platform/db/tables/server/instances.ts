import type { Generated } from 'kysely'
import type { Flag } from '../flag.ts'

/** A running server process. Times are milliseconds of the database’s clock: clocks of machines differ. */
export interface InstanceTable {
  id: string
  /** Since when it has sent heartbeats without a gap. */
  steady_since: number
  beat_at: number
}

/** Held until it is released or its instance is dead. */
export interface InstanceLockTable {
  name: string
  instance: string
  token: string
}

/** Messages between instances, kept for minutes for instances that could not listen. */
export interface NotificationTable {
  id: string
  sender: string
  channel: string
  /** JSON. */
  message: string
  sent_at: number
}

/** A chat answer that is being written, for the instances that don’t write it. */
export interface RunningAnswerTable {
  id: string
  user_id: number
  chat_id: string
  /** The one that writes it. */
  instance: string
  /** JSON. */
  headers: string
  /** When an instance last read it for a client; null: only the writing instance has readers. */
  reader_seen_at: number | null
  ended: Generated<Flag>
  created_at: number
}

/** The events of an answer that another instance reads. */
export interface RunningAnswerFrameTable {
  answer_id: string
  /** Number of the first event. */
  position: number
  /** JSON array. */
  frames: string
}
