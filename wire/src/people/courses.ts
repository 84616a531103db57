import * as z from 'zod'

export const coursePageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).default(0),
})

export const courseSchema = z.object({
  id: z.number(),
  title: z.string(),
  platform: z.object({ id: z.number(), name: z.string() }),
  students: z.number(),
  staff: z.number(),
  has_roster: z.boolean().meta({ description: 'Whether the LMS lists the members of the course' }),
  checked_at: z.number().nullable(),
  problem: z.string().nullable(),
  message: z.string().nullable().meta({ description: 'The cause and what to do, in your language' }),
})
export type Course = z.infer<typeof courseSchema>
export const courseListSchema = z.object({ courses: z.array(courseSchema) })
export type CourseList = z.infer<typeof courseListSchema>

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
