import * as z from 'zod'
import { idSchema } from '../assistants/assistants.ts'
import { fieldText } from '../messages/fields.ts'
import { nameSchema } from '../names.ts'
import { sizeUpTo } from '../paging.ts'
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
export const canShareSchema = z.object({ can_share: flag })
export const userMoveSchema = z.object({ organization_id: idNumber })

/** LAMB's old page: `{enabled}` or `{status:"enabled"}`. */
export const userStatusSchema = z
  .object({ enabled: maybe(flag), status: maybe(z.string()) })
  .transform(({ enabled, status }, context) => {
    const isEnabled = enabled ?? (status === undefined ? undefined : /^(enabled|active|true)$/i.test(status))
    if (isEnabled !== undefined) return { enabled: isEnabled }
    context.addIssue({ code: 'custom', message: fieldText('fields.enabled_required'), path: ['enabled'] })
    return z.NEVER
  })

/** Selects a part of a list of people. Without any of these the list is complete, as LAMB clients expect. */
export const peopleQuerySchema = z.object({
  search: orEmpty(text(ADMIN_LIMITS.name)).meta({ description: 'Part of a name or e-mail address' }),
  limit: orEmpty(sizeUpTo(ADMIN_LIMITS.peopleAtOnce)),
  offset: orEmpty(z.coerce.number().int().min(0)),
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

export const memberPageSchema = z.object({
  users: z.array(memberRecordSchema),
  total: z.int().meta({ description: 'The total number, over all pages' }),
})
export type MemberPage = z.infer<typeof memberPageSchema>

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

export const userListSchema = z.object({
  success: z.literal(true),
  data: z.array(userRecordSchema),
  total: z.int().optional().meta({ description: 'For a page: the total number, over all pages' }),
})
export type UserList = z.infer<typeof userListSchema>

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
