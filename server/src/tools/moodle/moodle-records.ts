import * as z from 'zod'
import { plainText } from './plain-text.ts'

/** The fields of Moodle's responses that we read. Others are ignored. */

/** 0, 1 or a boolean, depending on Moodle's version. */
const flag = z.union([z.number(), z.boolean()])
const text = z.string().nullish()
const seconds = z.number().nullish()
/** Moodle writes the names of things as HTML, those of people as they are. */
const name = z.string().transform((html) => plainText(html, 200))

export const userSchema = z.object({
  id: z.number().int(),
  username: z.string().optional(),
  fullname: z.string().optional(),
  /** Missing if the token may not see it. */
  email: z.string().optional(),
})
export type MoodleUser = z.infer<typeof userSchema>

export const memberSchema = userSchema.extend({
  roles: z.array(z.object({ shortname: z.string() })).default([]),
})
/** A person enrolled in a course. */
export type MoodleMember = z.infer<typeof memberSchema>

export const courseSchema = z.object({
  id: z.number().int(),
  shortname: name.default(''),
  fullname: name.default(''),
  displayname: name.optional(),
  visible: flag.optional(),
  /** Off if students see no grades of the course. Tokens that see the grades of all get them anyway. */
  showgrades: flag.nullish(),
})
export type MoodleCourse = z.infer<typeof courseSchema>

export const siteSchema = z.object({
  sitename: z.string().default(''),
  release: z.string().default(''),
  /** The functions that the token's service allows. */
  functions: z.array(z.object({ name: z.string() })).default([]),
})
export type MoodleSite = z.infer<typeof siteSchema>

const visibility = { visible: flag.nullish(), uservisible: flag.nullish(), availabilityinfo: text }
const moduleSchema = z.object({
  /** The id of the course module, which assignments call `cmid`. */
  id: z.number().int(),
  name: name.default(''),
  modname: name.default(''),
  /** The id among the activities of its type. */
  instance: z.number().int().nullish(),
  url: text,
  ...visibility,
  /** Off for activities that people reach by a link only. */
  visibleoncoursepage: flag.nullish(),
})
export const sectionSchema = z.object({
  id: z.number().int().nullish(),
  name: name.default(''),
  summary: text,
  /** The activity that contains this section, such as `mod_subsection`, and its instance. */
  component: text,
  itemid: z.number().int().nullish(),
  modules: z.array(moduleSchema).default([]),
  ...visibility,
})
const stateId = z.coerce.number().int()
/** What Moodle's own course page knows about the conditions of a course: a JSON text. */
export const stateSchema = z.object({
  section: z.array(z.object({ id: stateId, hasrestrictions: z.boolean().optional() })).default([]),
  cm: z.array(z.object({ id: stateId, accessvisible: z.boolean().optional() })).default([]),
})
export type MoodleSection = z.infer<typeof sectionSchema>
export type MoodleModule = z.infer<typeof moduleSchema>

const assignmentSchema = z.object({
  id: z.number().int(),
  cmid: z.number().int(),
  name: name.default(''),
  /** 0 = none. */
  duedate: seconds,
  cutoffdate: seconds,
  allowsubmissionsfromdate: seconds,
})
export const assignmentsSchema = z.object({
  courses: z
    .array(z.object({ id: z.number().int(), assignments: z.array(assignmentSchema).default([]) }))
    .default([]),
})
export type MoodleAssignment = z.infer<typeof assignmentSchema>
export type CourseAssignments = z.infer<typeof assignmentsSchema>['courses'][number]

const gradeItemSchema = z.object({
  itemname: name.nullish(),
  /** `course` and `category` are totals. */
  itemtype: z.string().default(''),
  /** The activity, for the type `mod`. */
  cmid: z.number().int().nullish(),
  gradeformatted: text,
  grademax: z.number().nullish(),
  percentageformatted: text,
  feedback: text,
  gradeishidden: flag.nullish(),
  gradehiddenbydate: flag.nullish(),
})
export const gradesSchema = z.object({
  usergrades: z
    .array(z.object({ userid: z.number().int(), gradeitems: z.array(gradeItemSchema).default([]) }))
    .default([]),
})
export type MoodleGrade = z.infer<typeof gradeItemSchema>

export const isOff = (value: number | boolean | null | undefined): boolean => value === 0 || value === false
export const isOn = (value: number | boolean | null | undefined): boolean => value === 1 || value === true
