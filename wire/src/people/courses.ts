import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { RUBRIC_AI_LIMITS, rubricEvaluationSchema } from '../rubrics/rubrics-ai.ts'
import { text } from './form-fields.ts'

const token = z.string().min(1).max(200)
const student = z.int().positive().meta({ description: 'As in the list' })

export const coursePageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
})

export const courseSchema = z.object({
  id: z.number(),
  title: z.string(),
  source: z.enum(['lms', 'sign_in']),
  platform: z
    .object({ id: z.number().nullable(), name: z.string() })
    .meta({ description: 'The LMS. For groups from single sign-on: the provider, without an id' }),
  students: z.number(),
  staff: z.number(),
  has_roster: z.boolean().meta({ description: 'Whether the LMS lists the members of the course' }),
  assistants: z
    .array(z.object({ id: z.number(), name: z.string(), can_edit: z.boolean() }))
    .meta({ description: 'The assistants of its activities that you can use or edit' }),
  last_activity_at: z.number().nullable().meta({
    description: 'When a member last opened an activity; for groups, when one last signed in',
  }),
  checked_at: z.number().nullable(),
  problem: z.string().nullable(),
  message: z.string().nullable().meta({ description: 'The cause and what to do, in your language' }),
})
export type Course = z.infer<typeof courseSchema>
export const courseListSchema = z.object({ courses: z.array(courseSchema) })
export type CourseList = z.infer<typeof courseListSchema>

export const ownCoursesSchema = z.object({
  courses: z.array(z.object({ id: z.number(), title: z.string(), assistant_ids: z.array(z.number()) })),
})
export type OwnCourses = z.infer<typeof ownCoursesSchema>

export const courseMembersSchema = z.object({
  members: z.array(
    z.object({
      lms_user_id: z.string(),
      name: z.string(),
      role: z.enum(['student', 'staff', 'test', 'other']),
      roles_differ: z.boolean(),
      has_opened: z.boolean(),
      last_opened_at: z.number().nullable(),
    }),
  ),
})
export type CourseMembers = z.infer<typeof courseMembersSchema>

export const ltiGradeSchema = z.object({
  state: z.enum(['proposed', 'waiting', 'sent', 'failed']),
  score: z.number().nullable(),
  max_score: z.number(),
  comment: z.string(),
  proposal: rubricEvaluationSchema.nullable().meta({ description: 'A proposal by a model, for the teacher' }),
  suggested_comment: z.string(),
  problem: z.string().nullable(),
  message: z.string().nullable().meta({ description: 'The cause and what to do, in your language' }),
})
export type LtiGrade = z.infer<typeof ltiGradeSchema>

export const ltiGradesSchema = z.object({
  available: z.boolean().meta({ description: 'Whether the LMS accepts grades for this activity' }),
  rubric: z.object({ title: z.string(), max_score: z.number() }).nullable(),
  students: z.array(z.object({ id: z.number(), name: z.string(), grade: ltiGradeSchema.nullable() })),
})
export type LtiGrades = z.infer<typeof ltiGradesSchema>

export const ltiProposeGradeSchema = z.object({
  token,
  student,
  text: text(RUBRIC_AI_LIMITS.text).min(1, fieldText('fields.evaluation_text_required')),
})
export const ltiAcceptGradeSchema = z.object({
  token,
  student,
  score: z.number().min(0).max(100_000),
  comment: text(10_000).default(''),
})

export const ltiTestGradeSchema = z.object({
  passed: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(['course', 'column', 'grade', 'removal']),
      passed: z.boolean().nullable(),
      problem: z.string().nullable(),
      message: z.string().nullable().meta({ description: 'The cause and what to do, in your language' }),
    }),
  ),
})
export type LtiTestGrade = z.infer<typeof ltiTestGradeSchema>
