import * as z from 'zod'
import { ASSISTANT_LIMITS } from '../assistants/assistants.ts'
import { fieldText } from '../messages/fields.ts'
import { flag, orEmpty, text } from './form-fields.ts'
import { openSessionSchema } from './users.ts'

const MAX_ASSISTANTS = 50
const token = z.string().min(1).max(200)
const id = z.coerce.number().int().positive()

/** The fields of an LTI 1.1 launch that are read. LMSs send more, and all of them are signed. */
export const ltiLaunchFormSchema = z.looseObject({
  oauth_consumer_key: z.string(),
  oauth_signature: z.string(),
  oauth_signature_method: z.literal('HMAC-SHA1'),
  oauth_timestamp: z.string(),
  oauth_nonce: z.string(),
  user_id: z.string(),
  resource_link_id: z.string().optional(),
  roles: z.string().optional(),
  lis_person_name_full: z.string().optional(),
  lis_person_contact_email_primary: z.string().optional(),
  ext_user_username: z.string().optional(),
  context_id: z.string().optional(),
  context_title: z.string().optional(),
  tool_consumer_instance_guid: z.string().optional(),
})

export const ltiTokenQuerySchema = z.object({ token, resource_link_id: z.string().max(255).optional() })

const assistantIds = z
  .array(id)
  .max(MAX_ASSISTANTS)
  .meta({ description: 'Published assistants of your organization' })

export const ltiActivityDraftSchema = z.object({
  token,
  activity_name: orEmpty(text(200)),
  assistant_ids: assistantIds,
  chat_visibility_enabled: z
    .boolean()
    .default(false)
    .meta({ description: 'Teachers may read the chats of students who agree, without their names' }),
})
export type LtiActivityDraft = Omit<z.infer<typeof ltiActivityDraftSchema>, 'token'>

/** LAMB's form: one assistant is not a list, and a checkbox is text or absent. */
export const lambConfigureSchema = ltiActivityDraftSchema.extend({
  organization_id: orEmpty(id),
  assistant_ids: z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    assistantIds,
  ),
  chat_visibility_enabled: flag.optional().default(false),
})

export const ltiLinkAccountSchema = z.object({
  token,
  email: orEmpty(z.string().max(254)),
  password: orEmpty(z.string().max(1000)),
})
export const ltiLinkedSchema = z.object({
  next: z.enum(['setup', 'choose']).meta({ description: 'What the token is for' }),
  token: z.string(),
})

const ltiAssistantSchema = z.object({ id: z.number(), name: z.string(), description: z.string() })

export const ltiSetupSchema = z.object({
  activity_name: z.string(),
  context_title: z.string(),
  organization: z.object({ id: z.number(), name: z.string() }),
  educator: z.string(),
  assistants: z.array(ltiAssistantSchema),
})
export type LtiSetup = z.infer<typeof ltiSetupSchema>

export const ltiConfiguredSchema = z.object({
  activity_id: z.number(),
  token: z.string().meta({ description: 'For the dashboard' }),
})

export const ltiChoiceSchema = ltiAssistantSchema.extend({
  published: z.boolean().meta({ description: 'Others are published when they are added to a course' }),
})
export const ltiChoicesSchema = z.object({
  context_title: z.string(),
  organization: z.string(),
  educator: z.string(),
  several: z.boolean().meta({ description: 'Whether the LMS accepts more than one assistant at a time' }),
  assistants: z.array(ltiChoiceSchema),
})
export type LtiChoices = z.infer<typeof ltiChoicesSchema>

export const ltiNewAssistantSchema = z.object({
  token,
  name: text(ASSISTANT_LIMITS.name).min(1, fieldText('fields.name_required')),
  instructions: text(ASSISTANT_LIMITS.prompt).default(''),
})
export const ltiChosenSchema = z.object({ token, assistant_ids: z.array(id).max(MAX_ASSISTANTS) })
export const ltiUrlSchema = z.object({ url: z.string() })

/** An activity as its members see it. */
export const ltiMemberActivitySchema = z.object({
  id: z.number(),
  name: z.string(),
  assistants: z.array(ltiAssistantSchema),
  chats_visible: z.boolean(),
  consent_given: z.boolean(),
})
export type LtiMemberActivity = z.infer<typeof ltiMemberActivitySchema>

export const ltiEnterSchema = z.object({
  code: token,
  framed: z.boolean().default(false).meta({ description: 'Whether the page is shown in a frame of the LMS' }),
})

export const ltiEnteredSchema = openSessionSchema.extend({
  activity: ltiMemberActivitySchema.nullable(),
  assistant_id: z.number().nullable(),
})
export type LtiEntered = z.infer<typeof ltiEnteredSchema>

export const ltiDashboardSchema = z.object({
  activity: z.object({
    id: z.number(),
    name: z.string(),
    context_title: z.string(),
    status: z.enum(['active', 'disabled']),
    chats_visible: z.boolean(),
    takes_grades: z.boolean().meta({ description: 'Whether the LMS accepts grades and you can give them' }),
    assistants: z.array(ltiAssistantSchema),
  }),
  can_configure: z.boolean(),
  choices: z
    .array(ltiAssistantSchema)
    .meta({ description: 'Assistants you can add; only if you can configure' }),
})
export type LtiDashboard = z.infer<typeof ltiDashboardSchema>

export const ltiStatsSchema = z.object({
  students: z.number(),
  recent_students: z.number().meta({ description: 'Students who opened the activity in the last 7 days' }),
  launches: z.number(),
  chats: z.number(),
  questions: z.number(),
})
export type LtiStats = z.infer<typeof ltiStatsSchema>

export const ltiStudentsSchema = z.object({
  students: z.array(
    z.object({
      name: z.string(),
      consent_given: z.boolean(),
      access_count: z.number(),
      chat_count: z.number(),
      first_access_at: z.number(),
      last_access_at: z.number(),
    }),
  ),
})
export type LtiStudents = z.infer<typeof ltiStudentsSchema>

const ltiChatSchema = z.object({
  id: z.string(),
  student: z.string().meta({ description: 'A pseudonym' }),
  assistant_name: z.string(),
  title: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})
export const ltiChatsSchema = z.object({ chats: z.array(ltiChatSchema) })
export const ltiChatDetailSchema = ltiChatSchema.extend({
  messages: z.array(
    z.object({ role: z.enum(['user', 'assistant']), content: z.string(), created_at: z.number() }),
  ),
})
export type LtiChats = z.infer<typeof ltiChatsSchema>
export type LtiChatDetail = z.infer<typeof ltiChatDetailSchema>

const consumerKey = text(200).refine(
  (key) => key === '' || /^[\w.:@-]+$/.test(key),
  fieldText('fields.lti_key'),
)
const secret = orEmpty(z.string().min(8, fieldText('fields.lti_secret_too_short')).max(500))

export const ltiKeyChangeSchema = z.object({
  oauth_consumer_key: orEmpty(consumerKey),
  oauth_consumer_secret: secret.meta({ description: 'Omitted: the saved secret is kept' }),
})
export const ltiCreatorKeyChangeSchema = ltiKeyChangeSchema.extend({ enabled: z.boolean().optional() })

export type LtiKeyChange = z.infer<typeof ltiCreatorKeyChangeSchema>

export const ltiGlobalKeySchema = z.object({
  oauth_consumer_key: z.string(),
  oauth_consumer_secret_set: z.boolean(),
  source: z.enum(['database', 'environment', 'none']),
  updated_at: z.number().nullable(),
  launch_url: z.string(),
})
export type LtiGlobalKey = z.infer<typeof ltiGlobalKeySchema>

export const ltiCreatorKeySchema = z.object({
  oauth_consumer_key: z.string(),
  oauth_consumer_secret_set: z.boolean(),
  enabled: z.boolean(),
  launch_url: z.string(),
})
export type LtiCreatorKey = z.infer<typeof ltiCreatorKeySchema>

export const ltiActivityRecordSchema = z.object({
  id: z.number(),
  activity_name: z.string(),
  resource_link_id: z.string(),
  context_title: z.string(),
  owner_name: z.string().nullable(),
  chat_visibility_enabled: z.boolean(),
  status: z.enum(['active', 'disabled']),
  student_count: z.number(),
  created_at: z.number(),
})
export type LtiActivityRecord = z.infer<typeof ltiActivityRecordSchema>
export const ltiActivitiesSchema = z.object({ activities: z.array(ltiActivityRecordSchema) })

export const ltiActivityChangeSchema = z.object({
  activity_name: text(200).min(1, fieldText('fields.name_required')).optional(),
  status: z.enum(['active', 'disabled']).optional(),
})

const url = z
  .string()
  .trim()
  .max(1000)
  .pipe(z.url({ protocol: /^https?$/, error: fieldText('fields.lti_url') }))
const platformId = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))

export const ltiPlatformDraftSchema = z.object({
  name: orEmpty(text(200)),
  issuer: url.meta({ description: 'As in the tokens of the LMS (`iss`)' }),
  client_id: platformId,
  auth_login_url: url.meta({ description: 'The LMS’s endpoint for login requests' }),
  auth_token_url: url.meta({ description: 'The LMS’s endpoint for access tokens' }),
  jwks_url: url.meta({ description: 'The public keys of the LMS' }),
  deployment_ids: z.array(platformId).max(100).default([]),
  trusts_email: z.boolean().default(false).meta({
    description: 'The LMS verifies e-mail addresses: link existing accounts of the organization by them',
  }),
  staff_can_build: z
    .boolean()
    .default(true)
    .meta({ description: 'Teachers get accounts that can build assistants' }),
})

export type LtiPlatformDraft = z.infer<typeof ltiPlatformDraftSchema>

export const ltiPlatformSchema = z.object({
  id: z.number(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  auth_login_url: z.string(),
  auth_token_url: z.string(),
  jwks_url: z.string(),
  deployment_ids: z.array(z.string()),
  trusts_email: z.boolean(),
  staff_can_build: z.boolean(),
  created_at: z.number(),
})
export type LtiPlatform = z.infer<typeof ltiPlatformSchema>

export const ltiPlatformsSchema = z.object({
  platforms: z.array(ltiPlatformSchema),
  tool: z.object({ login_url: z.string(), launch_url: z.string(), jwks_url: z.string() }),
})
export type LtiPlatforms = z.infer<typeof ltiPlatformsSchema>

export const ltiLaunchRecordsSchema = z.object({
  launches: z.array(
    z.object({
      id: z.number(),
      version: z.enum(['1.1', '1.3']),
      platform_id: z.number().nullable(),
      issuer: z.string(),
      client_id: z.string(),
      deployment_id: z.string(),
      role: z.string(),
      problem: z.string().nullable(),
      message: z.string().nullable().meta({ description: 'The cause and what to do, in your language' }),
      checks: z.array(z.object({ check: z.string(), passed: z.boolean().nullable() })),
      created_at: z.number(),
    }),
  ),
})
export type LtiLaunchRecords = z.infer<typeof ltiLaunchRecordsSchema>
