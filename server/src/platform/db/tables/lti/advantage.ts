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

/** A course of an LMS, or a group of a sign-in provider. */
export interface CourseTable {
  id: Generated<number>
  organization_id: number
  /** JSON of everything that makes it unique: platform, deployment and context, or provider and group. */
  source_key: string
  platform_id: number | null
  provider_id: string | null
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

/** Where the grades of an activity go, as its last launch said. */
export interface LtiGradeTargetTable {
  activity_id: number
  platform_id: number
  course_id: number
  resource_link_id: string
  /** The column in the gradebook; empty until it is known. */
  line_item_url: Generated<string>
  /** Where columns are found and created; empty if the LMS does not allow it. */
  line_items_url: Generated<string>
  /** Until then, an instance is creating the column. */
  creating_until: Generated<number>
  /** What the LMS allows us to do, separated by spaces. */
  scopes: Generated<string>
  updated_at: number
}

/** The grade of a student in an activity. Points are in thousandths. */
export interface LtiGradeTable {
  id: Generated<number>
  activity_id: number
  user_id: number
  lms_user_id: string
  /** JSON of the rubric evaluation that a model proposed. */
  proposal: string | null
  /** Null until a teacher has accepted it. */
  score: number | null
  max_score: number
  comment: Generated<string>
  state: 'proposed' | 'waiting' | 'sent' | 'failed'
  /** Counts the grades that were accepted, so that an old one that is being sent does not end a new one. */
  revision: Generated<number>
  attempts: Generated<number>
  next_at: number | null
  give_up_at: number | null
  problem: string | null
  accepted_by: number | null
  /** In milliseconds: LMSs ignore a grade that is not newer than the last one. */
  accepted_ms: number | null
  sent_at: number | null
  created_at: number
  updated_at: number
}
