import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod'
import './http/plain-issue.ts'
import { acceptLambSettings, LAMB_SECRETS } from './start/lamb-settings.ts'

const flag = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['true', 'false', '1', '0', 'yes', 'no', '']))
  .transform((text) => text === 'true' || text === '1' || text === 'yes')

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an http(s) URL such as https://example.edu',
})
const previousSecret = z
  .string()
  .refine((text) => text === 'lost' || text.length >= 32, 'must be the secret used until now, or "lost"')
  .optional()
const ltiSecret = z.string().min(8, 'must have at least 8 characters').optional()
const milliseconds = (fallback: number) => z.coerce.number().int().min(1).max(3_600_000).default(fallback)

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(9099),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(
      /^(postgres(ql)?:\/\/|sqlite:)/,
      'must start with postgres:// (or sqlite: for a file other than the default)',
    )
    .optional(),
  /** `disk`, `postgres` or `s3://…`. Without it: what the installation uses already, else PostgreSQL or the disk by DATABASE_URL. */
  FILES_URL: z
    .string()
    .regex(/^(disk|postgres|s3:\/\/.+)$/, 'must be disk, postgres or s3://bucket/folder?endpoint=…&region=…')
    .optional(),
  /** For FILES_URL=s3://…, unless the keys are in the URL. */
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  PUBLIC_URL: httpUrl.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),

  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  ADMIN_SETUP: z.enum(['generated', 'browser']).default('generated'),
  LAMB_BEARER_TOKEN: z.string().regex(/^\S+$/, 'must not contain spaces: it is sent in a header').optional(),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .regex(/^\S+$/, 'must not contain spaces: it is sent in a header')
    .optional(),
  LAMB_JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ENCRYPTION_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  /** The previous secrets, when they are changed on purpose; `lost` if they no longer exist. */
  LAMB_JWT_SECRET_PREVIOUS: previousSecret,
  ENCRYPTION_KEY_PREVIOUS: previousSecret,
  SIGNUP_ENABLED: flag.default(false),
  SIGNUP_SECRET_KEY: z.string().min(8, 'must have at least 8 characters').optional(),
  /** The accounts that people create with SIGNUP_SECRET_KEY. */
  SIGNUP_ROLE: z.enum(['student', 'educator']).default('student'),
  /** The default when LAMB's clients create an organization. LAMB itself copied the system's keys. */
  SYSTEM_PROVIDERS_FOR_NEW_ORGANIZATIONS: flag.default(false),
  /** The mail server. Without it, admins share links themselves. */
  SMTP_URL: z
    .string()
    .regex(
      /^smtps?:\/\/[^/?#]+/,
      'must start with smtp:// or smtps://, such as smtps://user:password@mail.example.edu',
    )
    .optional(),
  SMTP_FROM: z
    .string()
    .regex(
      /^([^\r\n<>]*<)?[^\s@<>",]+@[^\s@<>",]+>?$/,
      'must be an e-mail address, such as Bellwether <ai@example.edu>',
    )
    .optional(),
  /** Where students chat, if not here. LAMB's clients send them there after sign-in. */
  OPEN_WEBUI_URL: httpUrl.optional(),
  OUTBOUND_ALLOW: list.default([]),
  OUTBOUND_ALLOW_TOOLS: list.default([]),
  OUTBOUND_ALLOW_DOCUMENTS: list.default([]),
  OUTBOUND_ALLOW_MCP: list.default([]),
  CORS_ORIGINS: list.default([]),
  MCP_ALLOWED_HOSTS: list.default([]),
  OAUTH_ISSUER: httpUrl.optional(),
  OAUTH_AUDIENCE: z.string().optional(),

  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** On the button of the sign-in page: “Continue with …”. */
  OIDC_NAME: z.string().max(80).default('single sign-on'),
  OIDC_SCOPES: z.string().default('openid email profile'),
  /** The provider verifies all addresses but does not send `email_verified` (Entra ID). */
  OIDC_TRUST_EMAIL: flag.default(false),
  /** JSON: see docs/admins/single-sign-on.md. */
  OIDC_RULES: z.string().optional(),
  OIDC_RULES_APPLY: z.enum(['first', 'every']).default('first'),
  /** The claim with a person's groups that are courses, and the prefix of those. */
  OIDC_COURSE_CLAIM: z.string().max(500).default(''),
  OIDC_COURSE_PREFIX: z.string().max(500).default(''),

  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_MODELS: list.optional(),
  OPENAI_MODEL: z.string().optional(),
  ANTHROPIC_API_KEY: z.string().optional(),
  ANTHROPIC_BASE_URL: httpUrl.optional(),
  ANTHROPIC_MODELS: list.optional(),
  ANTHROPIC_MODEL: z.string().optional(),
  OLLAMA_BASE_URL: httpUrl.optional(),
  OLLAMA_MODEL: z.string().optional(),
  GEMINI_API_KEY: z.string().optional(),
  GOOGLE_API_KEY: z.string().optional(),
  GOOGLE_BASE_URL: httpUrl.optional(),
  GEMINI_MODELS: list.optional(),
  GEMINI_DEFAULT_MODEL: z.string().optional(),
  GLOBAL_DEFAULT_MODEL_PROVIDER: z.string().optional(),
  GLOBAL_DEFAULT_MODEL_NAME: z.string().optional(),
  SMALL_FAST_MODEL_PROVIDER: z.string().optional(),
  SMALL_FAST_MODEL_NAME: z.string().optional(),
  LAMB_KB_SERVER: httpUrl.optional(),
  LAMB_KB_SERVER_TOKEN: z.string().optional(),
  PLUGINS_DIR: z.string().optional(),
  /** LTI 1.1: the key for activities, unless a system admin has saved another one. */
  LTI_GLOBAL_CONSUMER_KEY: z.string().default('lamb'),
  LTI_GLOBAL_SECRET: ltiSecret,
  /** LTI 1.1: the secret of launches of a single assistant, and of activities without LTI_GLOBAL_SECRET. */
  LTI_SECRET: ltiSecret,
  MOODLE_API_URL: httpUrl.optional(),
  MOODLE_TOKEN: z.string().optional(),
  OPEN_METEO_URL: httpUrl.default('https://api.open-meteo.com'),
  OPEN_METEO_GEOCODING_URL: httpUrl.default('https://geocoding-api.open-meteo.com'),

  WORKSPACE_ROOTS: list.default([]),
  WORKSPACE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1024)
    .default(200 * 1024 * 1024),
  WORKSPACE_MAX_FILES: z.coerce.number().int().min(1).max(200_000).default(10_000),
  /** With fewer, a checkpoint might be removed while the next one is created from it. */
  WORKSPACE_KEEP_EDITS: z.coerce.number().int().min(10).max(100_000).default(500),
  RUN_COMMAND: z.enum(['off', 'sandboxed']).default('off'),

  /** How long a call that needs a person's approval waits for it. */
  APPROVAL_SECONDS: z.coerce.number().int().min(5).max(86_400).default(300),
  /** New guests of class links per address and hour. */
  GUESTS_PER_ADDRESS: z.coerce.number().int().min(10).max(1_000_000).default(1000),
  /** Questions of guests per address in 10 minutes. */
  GUEST_QUESTIONS_PER_ADDRESS: z.coerce.number().int().min(10).max(10_000_000).default(2000),
  /** Sign-ins with a provider that start from one address in a minute. */
  SIGN_IN_STARTS_PER_ADDRESS: z.coerce.number().int().min(10).max(10_000_000).default(6000),
  /** Wrong passwords from one address within 15 minutes before people who have never signed in from there must wait. */
  SIGN_IN_FAILURES_PER_ADDRESS: z.coerce.number().int().min(5).max(100_000).default(40),
  /** How long the access token of a browser is valid; the browser refreshes it in time. */
  SESSION_ACCESS_MINUTES: z.coerce.number().int().min(1).max(1440).default(30),
  /** Browsers that are idle for this long have to sign in again. */
  SESSION_IDLE_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  /** Browsers have to sign in again after this time, even if they are active. */
  SESSION_MAX_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  /** How long the token that LAMB's clients get from `POST /creator/login` is valid. */
  LAMB_SESSION_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  TRACE_DAYS: z.coerce.number().int().min(0).max(3650).default(30),

  MAX_BODY_BYTES: z.coerce
    .number()
    .int()
    .min(1024)
    .default(32 * 1024 * 1024),
  MAX_CONCURRENT_REQUESTS: z.coerce.number().int().min(1).default(4000),
  /** Concurrent answers of one person and of one API key. */
  MAX_ANSWERS_PER_PERSON: z.coerce.number().int().min(1).max(100_000).default(20),
  MAX_ANSWERS_PER_KEY: z.coerce.number().int().min(1).max(100_000).default(200),
  UPSTREAM_FIRST_BYTE_MS: milliseconds(120_000),
  UPSTREAM_IDLE_MS: milliseconds(120_000),
  HEARTBEAT_MS: milliseconds(15_000),
  /** How long the server still accepts requests after SIGTERM, while it already reports that it is not ready. */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(600_000).optional(),
  SHUTDOWN_DEADLINE_MS: milliseconds(30_000),
  /** Memory for the knowledge bases that were searched lately; by default, an eighth of the machine's. */
  SEARCH_MEMORY_MB: z.coerce.number().int().min(16).max(1_000_000).optional(),
  /** The largest recording that is sent to a transcription model. OpenAI accepts 25 MB. */
  TRANSCRIPTION_MAX_MB: z.coerce.number().int().min(1).max(200).default(25),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(1000).optional(),
})

/** Settings that are removed from the environment once they are read. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'FILES_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'ADMIN_PASSWORD',
  'LAMB_BEARER_TOKEN',
  'METRICS_TOKEN',
  'LAMB_JWT_SECRET',
  'ENCRYPTION_KEY',
  'LAMB_JWT_SECRET_PREVIOUS',
  'ENCRYPTION_KEY_PREVIOUS',
  'SIGNUP_SECRET_KEY',
  'SMTP_URL',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'LAMB_KB_SERVER_TOKEN',
  'MOODLE_TOKEN',
  'OIDC_CLIENT_SECRET',
  'LTI_GLOBAL_SECRET',
  'LTI_SECRET',
] as const satisfies readonly (keyof Environment)[]

export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape)

export type Environment = z.infer<typeof environmentSchema>

export interface Config extends Environment {
  DRAIN_DELAY_MS: number
  DATABASE_POOL_SIZE: number
  /** The address at which browsers reach the server, without a trailing slash. */
  publicUrl: string
  /** Settings that work but should be changed. */
  warnings: readonly string[]
}

/**
 * Called once, in main.ts, with process.env. Removes secrets from it, so that no thread, program or plugin inherits
 * them. The original environment stays visible in /proc/<pid>/environ; see docs/security.md.
 */
export function takeConfig(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env)
  for (const name of [...SECRET_SETTINGS, ...LAMB_SECRETS]) delete env[name]
  return config
}

/** Nothing else reads process.env; components receive the settings they need. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable counts as not set, because compose files and .env templates leave them empty.
  const nonEmpty = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { env: settingsGiven, warnings } = acceptLambSettings(nonEmpty)
  // Used only once: compiling it would take longer than checking.
  const parsed = environmentSchema.safeParse(settingsGiven, { jitless: true })
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(
      `These settings are not valid:\n${faults.join('\n')}\nSee .env.example for what each one means.`,
    )
  }
  const settings = parsed.data
  if (settings.SIGNUP_ENABLED && !settings.SIGNUP_SECRET_KEY) {
    throw new SettingsError(
      'SIGNUP_ENABLED needs SIGNUP_SECRET_KEY: without a key, anyone could create an account.',
    )
  }
  if (settings.SMTP_URL && !settings.SMTP_FROM) {
    throw new SettingsError('SMTP_URL needs SMTP_FROM, the sender of e-mails: Bellwether <ai@example.edu>')
  }
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '')
  return {
    ...settings,
    DATA_DIR: resolve(settings.DATA_DIR),
    DRAIN_DELAY_MS: settings.DRAIN_DELAY_MS ?? defaultDrainDelay(settings.DATABASE_URL),
    DATABASE_POOL_SIZE: settings.DATABASE_POOL_SIZE ?? defaultPoolSize(),
    publicUrl,
    warnings,
  }
}

/** Only PostgreSQL allows several instances, and only those have a load balancer that needs time to notice. */
const defaultDrainDelay = (databaseUrl: string | undefined): number =>
  databaseUrl?.startsWith('postgres') ? 5000 : 0

/** One process rarely uses more than a few connections per core at once; PostgreSQL accepts 100 in total unless configured otherwise. */
const defaultPoolSize = (): number => Math.min(40, Math.max(10, 4 * availableParallelism()))

/** Invalid settings: main.ts prints the message without a stack trace and exits. */
export class SettingsError extends Error {}
