import type { Generated } from 'kysely'
import type { Flag } from '../flag.ts'

/** An assistant that an educator has put into a course by deep linking. Copies of the course keep the id. */
export interface LtiLinkTable {
  id: string
  organization_id: number
  assistant_id: number
  title: string
  created_by: number | null
  created_at: number
}

/** A course of an LMS. */
export interface CourseTable {
  id: Generated<number>
  organization_id: number
  platform_id: number
  deployment_id: string
  context_id: string
  title: string
  /** Where the LMS lists its members; empty if it does not. */
  memberships_url: Generated<string>
  /** When the roster was last read or could not be read. */
  checked_at: number | null
  /** Why the roster could not be read. */
  problem: string | null
  /** When the roster is to be read again; null if no launch has asked for it. */
  refresh_at: number | null
  created_at: number
  updated_at: number
}

export interface CourseMemberTable {
  course_id: number
  lms_user_id: string
  /** Empty if the LMS does not share names. */
  name: Generated<string>
  /** As in the roster. */
  role: 'student' | 'staff' | 'test' | 'other'
  /** As in the person's own last launch, which counts more. */
  launch_role: 'student' | 'staff' | 'test' | null
  /** The account, once the person has opened an activity. */
  user_id: number | null
  /** 0 for people who have left the course. */
  enrolled: Generated<Flag>
  last_launch_at: number | null
  updated_at: number
}

export interface CourseActivityTable {
  course_id: number
  activity_id: number
}
