import type { Generated } from 'kysely'
import type { Flag } from '../flag.ts'

/** The key of the installation for LTI 1.1; one row with id 1. */
export interface LtiGlobalConfigTable {
  id: number
  consumer_key: string
  sealed_secret: string
  updated_at: number
  updated_by: number | null
}

/** The key with which the educators of an organization sign in from their LMS. */
export interface LtiCreatorKeyTable {
  organization_id: number
  consumer_key: string
  sealed_secret: string
  enabled: Generated<Flag>
  created_at: number
  updated_at: number
}

/** An activity of a course and the assistants in it. */
export interface LtiActivityTable {
  id: Generated<number>
  organization_id: number
  /** The LMS: resource link ids are unique within one LMS only. */
  platform: string
  resource_link_id: string
  context_id: Generated<string>
  context_title: Generated<string>
  name: string
  /** The educator who set it up. */
  owner_id: number | null
  /** Whether teachers may read the chats of students who have agreed. */
  chats_visible: Generated<Flag>
  status: Generated<'active' | 'disabled'>
  created_at: number
  updated_at: number
}

export interface LtiActivityAssistantTable {
  activity_id: number
  assistant_id: number
  added_at: number
}

export interface LtiActivityUserTable {
  activity_id: number
  user_id: number
  lms_user_id: string
  role: 'student' | 'staff' | 'test'
  /** When the student agreed that teachers may read the chats. */
  consent_at: number | null
  last_access_at: number
  access_count: Generated<number>
  created_at: number
}

/** Accounts of launches of a single assistant. */
export interface LtiAssistantUserTable {
  assistant_id: number
  platform: string
  lms_user_id: string
  user_id: number
  created_at: number
}

/** The Bellwether account of an educator in an LMS. */
export interface LtiIdentityLinkTable {
  platform: string
  lms_user_id: string
  user_id: number
  linked_at: number
}

export interface LtiNonceTable {
  nonce_hash: string
  expires_at: number
}

export interface LtiLaunchTokenTable {
  /** SHA-256 in hex. */
  token_hash: string
  purpose: string
  /** JSON. */
  data: string
  /** The origins whose pages may show the page in a frame, separated by spaces. */
  frame_origins: Generated<string>
  created_at: number
  expires_at: number
  used_at: number | null
}
