import { emailSchema, say } from '@bellwether/wire'
import type { Pool } from 'pg'
import * as z from 'zod'
import {
  ENVIRONMENT_PROVIDERS,
  findProvider,
  type OrganizationService,
  parseConfig,
} from '../../modules/organizations/index.ts'
import { toNetwork, type UserService, userRepository } from '../../modules/users/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { InstanceLocks } from '../../platform/db/instance-locks.ts'
import { createLock } from '../../platform/db/with-lock.ts'
import { badRequest, conflict, unavailable } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { createRateLimit } from '../../platform/rate-limit/rate-limit.ts'
import { isSameSecret } from '../../platform/secrets/secret-box.ts'

export interface FirstRunDeps {
  db: Db
  users: UserService
  organizations: OrganizationService
  config: Config
  setupCode: string | undefined
  locks: InstanceLocks
  pool?: Pool | undefined
  systemOrganizationId: number
}

const tag = 'First run'

const firstAdminSchema = z.object({
  code: z.string().max(100),
  name: z.string().trim().min(1, say('fields.name_required').text).max(200),
  email: emailSchema,
  password: z.string().min(8, say('fields.password_too_short').text).max(200),
})

/** Endpoints that the web app calls before anyone has signed in. */
export function createFirstRunRoutes(deps: FirstRunDeps): Endpoint[] {
  const { db, users, organizations, config, setupCode } = deps
  const wrongCodes = createRateLimit(
    { name: 'first-run', failures: 10, windowSeconds: 900, blockSeconds: 300 },
    deps.pool,
  )
  const withLock = createLock(deps.locks, () => unavailable(say('server.database_busy'), 5))
  const hasAdmin = () => userRepository.hasSystemAdmin(db)

  async function hasProvider(organizationId: number): Promise<boolean> {
    const settings = await organizations.settingsOf(organizationId)
    return ENVIRONMENT_PROVIDERS.some((name) => {
      const provider = findProvider(settings, name, config)
      return Boolean(provider?.api_key || provider?.base_url)
    })
  }

  const anySignupOpen = async () =>
    (await organizations.list()).some(
      (row) => row.status !== 'suspended' && parseConfig(row.config).features?.signup_enabled === true,
    )

  /** Of several people with the code, only one succeeds, also on several instances. */
  const createAdmin = ({ email, name, password }: z.output<typeof firstAdminSchema>) =>
    withLock('first admin', async () => {
      if (await hasAdmin()) throw conflict(say('server.setup_done'))
      await users.create({
        email,
        name,
        password,
        organizationId: deps.systemOrganizationId,
        role: 'admin',
        organizationRole: 'owner',
      })
    })

  return [
    endpoint({
      method: 'GET',
      path: '/first-run',
      tag,
      summary: 'Get the setup status',
      description: 'What is still missing: the first admin, a model provider.',
      access: 'optional',
      answer: z.object({
        needs_admin: z.boolean(),
        has_provider: z.boolean(),
        signup_enabled: z.boolean(),
        mail_enabled: z.boolean(),
      }),
      handle: async ({ caller }) => ({
        needs_admin: setupCode !== undefined && !(await hasAdmin()),
        has_provider: await hasProvider(caller?.organizationId ?? deps.systemOrganizationId),
        signup_enabled: config.SIGNUP_ENABLED || (await anySignupOpen()),
        mail_enabled: config.SMTP_URL !== undefined,
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/first-run/admin',
      tag,
      summary: 'Create the first admin',
      description: 'Requires the setup code that the server printed at startup.',
      access: 'public',
      bodyLimit: 64 * 1024,
      body: firstAdminSchema,
      answer: z.object({ token: z.string() }),
      status: 201,
      async handle({ body, exchange }) {
        if (!setupCode || (await hasAdmin())) throw conflict(say('server.setup_done'))
        await wrongCodes.requireFree(toNetwork(exchange.clientIp))
        if (!isSameSecret(setupCode, body.code.trim().toUpperCase())) {
          await wrongCodes.fail(toNetwork(exchange.clientIp))
          throw badRequest(say('server.setup_code_wrong'))
        }
        await createAdmin(body)
        const { token } = await users.signIn(body.email, body.password, exchange.clientIp)
        return { token }
      },
    }),
  ]
}
