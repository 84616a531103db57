import * as z from 'zod'
import { idSchema } from '../assistants/assistants.ts'
import { fieldText } from '../messages/fields.ts'
import { messageFields, messageSchema } from '../messages/message-fields.ts'
import { nameSchema } from '../names.ts'
import { paging } from '../paging.ts'
import { flag, maybe, orEmpty, text } from './form-fields.ts'
import { organizationConfigSchema, organizationStatusSchema } from './organizations.ts'
import { emailSchema, personNameSchema, userTypeSchema } from './users.ts'

export const ADMIN_LIMITS = {
  usersAtOnce: 500,
  peopleAtOnce: 200,
  importBytes: 5 * 1024 * 1024,
  configBytes: 1024 * 1024,
  name: 200,
} as const

const idNumber = z.union([z.int().positive(), idSchema])
const organizationName = nameSchema
  .min(1, fieldText('fields.organization_name_required'))
  .max(ADMIN_LIMITS.name)
const newPassword = z.string().min(8, fieldText('fields.password_too_short')).max(200)

// Organizations

/** LAMB's command line says `inactive` for what the database calls suspended. */
const looseStatus = z.preprocess(
  (value) => (value === 'inactive' ? 'suspended' : value),
  organizationStatusSchema,
)

export const organizationListQuerySchema = z.object({ status: orEmpty(looseStatus) })
export const slugParamSchema = z.object({ slug: z.string().max(100) })
/** The organization in which an admin acts; by default their own, or the system organization for a system admin. */
export const actingInSchema = z.object({ org: orEmpty(z.string().max(100)) })

export const newOrganizationSchema = z.object({
  slug: z.string().max(200),
  name: organizationName,
  admin_user_id: orEmpty(idNumber),
  signup_enabled: maybe(flag),
  signup_key: orEmpty(z.string().max(200)),
  use_system_baseline: maybe(flag).meta({
    description:
      'Whether to start with the settings of the system organization (the default). `true` also lets it use the system’s providers, unless `use_system_providers` says otherwise.',
  }),
  use_system_providers: maybe(flag).meta({
    description:
      'Whether to use the providers of the system organization. Keys are never copied or shown. Default: `use_system_baseline`, or else the setting `SYSTEM_PROVIDERS_FOR_NEW_ORGANIZATIONS`.',
  }),
  config: maybe(organizationConfigSchema),
})
export type NewOrganization = z.output<typeof newOrganizationSchema>

export const organizationChangeSchema = z.object({
  name: maybe(organizationName),
  status: maybe(looseStatus),
  config: maybe(organizationConfigSchema),
})

export const organizationPatchSchema = z.object({
  name: organizationName.optional(),
  status: organizationStatusSchema.optional(),
  config: organizationConfigSchema.optional(),
})
export type OrganizationChange = z.output<typeof organizationPatchSchema>

export const memberRoleSchema = z.object({ role: z.enum(['admin', 'member']) })

/** Plain, or wrapped as LAMB's page sends it. */
export const assistantDefaultsSchema = z
  .record(z.string(), z.unknown())
  .transform((body) => (isPlainObject(body.assistant_defaults) ? body.assistant_defaults : body))

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Users

const systemRole = z.enum(['user', 'admin'])

export const newAdminUserSchema = z.object({
  email: emailSchema,
  name: personNameSchema,
  password: newPassword,
  role: orEmpty(systemRole),
  organization_id: orEmpty(idNumber),
  user_type: orEmpty(userTypeSchema),
  enabled: maybe(flag),
})

export const newMemberSchema = newAdminUserSchema.omit({ role: true, organization_id: true })
export const memberChangeSchema = z.object({
  name: maybe(personNameSchema),
  enabled: maybe(flag),
  user_type: maybe(userTypeSchema).describe('Can’t be changed; refused if it is another one'),
})
export const newPasswordSchema = z.object({
  new_password: newPassword,
  revoke_api_keys: maybe(flag).describe('Also revoke all API keys of the user; otherwise they stay valid'),
})
export const passwordByEmailSchema = newPasswordSchema.extend({ email: emailSchema })
export const userIdsSchema = z.object({
  user_ids: z.array(idNumber).min(1, fieldText('fields.at_least_one_user')).max(ADMIN_LIMITS.usersAtOnce),
})
export const systemRoleSchema = z.object({ role: systemRole })
export const systemRoleByEmailSchema = z.object({ email: emailSchema, role: systemRole })
export const accountChangeSchema = z.object({
  role: systemRole.optional().describe('Makes a user a system admin, or a regular user again'),
  organization_id: z.int().positive().optional().describe('Everything the user owns moves along'),
})
export const memberPatchSchema = z.object({
  name: personNameSchema.optional(),
  enabled: z.boolean().optional().describe('A disabled user is signed out immediately'),
  can_share: z.boolean().optional().describe('Whether the user may share assistants'),
})
export const membersPatchSchema = z.object({
  user_ids: z
    .array(z.int().positive())
    .min(1, fieldText('fields.at_least_one_user'))
    .max(ADMIN_LIMITS.usersAtOnce),
  enabled: z.boolean(),
})
export const membersPatchedSchema = z.object({
  changed: z.array(z.int()),
  failed: z
    .array(z.object({ user_id: z.int(), error: z.string(), ...messageFields }))
    .describe('The users who could not be changed, and why'),
})

/** LAMB's old page: `{enabled}` or `{status:"enabled"}`. */
export const userStatusSchema = z
  .object({ enabled: maybe(flag), status: maybe(z.string()) })
  .transform(({ enabled, status }, context) => {
    const isEnabled = enabled ?? (status === undefined ? undefined : /^(enabled|active|true)$/i.test(status))
    if (isEnabled !== undefined) return { enabled: isEnabled }
    context.addIssue({ code: 'custom', message: fieldText('fields.enabled_required'), path: ['enabled'] })
    return z.NEVER
  })

/** One page of a list of people, by name. */
export const peopleQuerySchema = z.object({
  search: text(ADMIN_LIMITS.name).default('').meta({ description: 'Part of a name or e-mail address' }),
  ...paging(50, ADMIN_LIMITS.peopleAtOnce),
})
export type PeopleQuery = z.output<typeof peopleQuerySchema>

/** A row of the organization's list of users. */
export const memberRecordSchema = z.object({
  id: z.number(),
  email: z.string(),
  email_confirmed: z.boolean().meta({
    description: 'False for people who signed up by themselves, until an admin verifies their address',
  }),
  name: z.string(),
  enabled: z.boolean(),
  created_at: z.number(),
  role: z.enum(['owner', 'admin', 'member']),
  user_type: userTypeSchema,
  auth_provider: z.string(),
  lti_user_id: z.string().nullable(),
  user_config: z.record(z.string(), z.unknown()),
})
export type MemberRecord = z.infer<typeof memberRecordSchema>

const total = z.int().meta({ description: 'The total number, over all pages' })
export const memberPageSchema = z.object({ members: z.array(memberRecordSchema), total })

export const emailConfirmedSchema = z.object({
  confirmed: z.boolean().meta({ description: 'Whether the e-mail address is verified' }),
})

/** A row of the installation's list of users. */
export const userRecordSchema = memberRecordSchema
  .omit({ role: true, created_at: true, email_confirmed: true })
  .extend({
    role: systemRole,
    organization: z.object({ id: z.number(), name: z.string(), slug: z.string(), is_system: z.boolean() }),
    organization_role: z.enum(['owner', 'admin', 'member']),
  })
export type UserRecord = z.infer<typeof userRecordSchema>

export const userPageSchema = z.object({ users: z.array(userRecordSchema), total })

/** The colleagues whom the caller can share with. */
export const colleagueListSchema = z.object({
  colleagues: z.array(
    z.object({ id: z.int(), email: z.string(), name: z.string(), user_type: userTypeSchema }),
  ),
})

// Bulk import

/** One person of an import. Additional fields of a client (a line number, our own results) are ignored. */
export const importedUserSchema = z.object({
  email: emailSchema,
  name: personNameSchema,
  user_type: orEmpty(userTypeSchema).transform((type) => type ?? ('creator' as const)),
  enabled: orEmpty(flag).transform((enabled) => enabled ?? true),
  password: orEmpty(newPassword),
})
export type ImportedUser = z.output<typeof importedUserSchema>

export const importExecuteSchema = z.object({
  users: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, fieldText('fields.import_empty'))
    .max(ADMIN_LIMITS.usersAtOnce, fieldText('fields.max_users', { limit: ADMIN_LIMITS.usersAtOnce })),
  filename: maybe(text(200)),
})

export const memberImportCheckSchema = z.object({
  summary: z.object({ total: z.int(), valid: z.int(), invalid: z.int() }),
  users: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      user_type: userTypeSchema,
      enabled: z.boolean(),
      valid: z.boolean(),
      errors: z.array(z.string()),
      error_messages: z.array(messageSchema).optional(),
      line: z.int().describe('The line of a CSV file, or the number in a JSON list'),
    }),
  ),
})
export type MemberImportCheck = z.infer<typeof memberImportCheckSchema>

export const memberImportDoneSchema = z.object({
  summary: z.object({ total: z.int(), created: z.int(), failed: z.int(), skipped: z.int() }),
  results: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      status: z.enum(['created', 'failed', 'skipped']),
      user_id: z.int().nullable(),
      ...messageSchema.shape,
      password: z.string().optional().describe('Only a generated one. It is not shown again'),
    }),
  ),
  log_id: z.int(),
})
export type MemberImportDone = z.infer<typeof memberImportDoneSchema>
