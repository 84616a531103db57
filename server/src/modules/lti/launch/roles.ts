export type CourseRole = 'staff' | 'student' | 'test'

/** Roles in a course that may set up activities and see how students use them. */
const STAFF = new Set([
  'instructor',
  'teacher',
  'contentdeveloper',
  'administrator',
  'teachingassistant',
  'manager',
])
/** People of the institution with these roles count as staff in any course. */
const ADMINISTRATORS = new Set(['administrator', 'sysadmin', 'syssupport', 'accountadmin'])
/** People with these roles in the institution are not students where the LMS names no role in the course. */
const TEACHERS = new Set(['instructor', 'faculty', 'staff'])

interface Role {
  scope: 'course' | 'institution' | 'system'
  /** `Instructor#TeachingAssistant` gives both. */
  names: string[]
}

/**
 * What a person is in the course, from the short and the full forms of LTI 1.1 and 1.3. The role in the course decides:
 * someone who teaches elsewhere may be a student here. Pure.
 */
export function courseRoleOf(roles: readonly string[]): CourseRole {
  const parsed = roles.map(parseRole).filter((role) => role !== undefined)
  const inScope = (scope: Role['scope']) =>
    parsed.filter((role) => role.scope === scope).flatMap((role) => role.names)
  const course = inScope('course')
  const elsewhere = [...inScope('institution'), ...inScope('system')]
  if (elsewhere.includes('testuser')) return 'test'
  if (course.some((name) => STAFF.has(name))) return 'staff'
  if (elsewhere.some((name) => ADMINISTRATORS.has(name))) return 'staff'
  if (course.length === 0 && elsewhere.some((name) => TEACHERS.has(name))) return 'staff'
  return 'student'
}

/** Whether one of the roles says that the person studies in the course. Pure. */
export const isLearner = (roles: readonly string[]): boolean =>
  roles
    .map(parseRole)
    .some(
      (role) =>
        role?.scope === 'course' && role.names.some((name) => name === 'learner' || name === 'student'),
    )

/** LTI 1.1 sends a comma-separated list. Pure. */
export const splitRoles = (roles: string): string[] =>
  roles
    .split(',')
    .map((role) => role.trim())
    .filter((role) => role !== '')

const URN = /^urn:lti:(role|instrole|sysrole):ims\/lis\/(.+)$/i
const PURL =
  /^https?:\/\/purl\.imsglobal\.org\/vocab\/(?:lis\/v2\/|lti\/)(membership|institution|system)(?:\/([\w-]+))?#(\w+)$/i
const SCOPES: Record<string, Role['scope']> = {
  role: 'course',
  instrole: 'institution',
  sysrole: 'system',
  membership: 'course',
  institution: 'institution',
  system: 'system',
}

function parseRole(role: string): Role | undefined {
  const urn = URN.exec(role)
  if (urn) return toRole(urn[1], (urn[2] ?? '').split('/'))
  const purl = PURL.exec(role)
  if (purl) return toRole(purl[1], [purl[2] ?? '', purl[3] ?? ''])
  // A short name is a role in the course; the meaning of an address from another vocabulary is unknown.
  return /^[\w/-]+$/.test(role) ? toRole('role', role.split('/')) : undefined
}

const toRole = (scope: string | undefined, names: string[]): Role => ({
  scope: SCOPES[scope?.toLowerCase() ?? ''] ?? 'course',
  names: names.map((name) => name.toLowerCase()).filter((name) => name !== ''),
})
