import {
  identitySchema,
  loginSchema,
  messageFields,
  passwordChangeSchema,
  signupSchema,
  toMessageFields,
} from '@bellwether/wire'
import * as z from 'zod'
import { toIdentity, type UserAccount, type UserService } from '../../modules/users/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { isAppError, notFound } from '../../platform/errors.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { languageOf } from '../../platform/languages.ts'
import { lambGroup } from './lamb-endpoint.ts'

export interface SessionDeps {
  users: UserService
  publicUrl: string
  /** Where LAMB's clients send a student after sign-in. It must not ask for the password again. */
  toStudentPage(userId: number): Promise<string>
}

const loginAnswer = z.union([
  z.object({ success: z.literal(true), data: identitySchema.extend({ token: z.string() }) }),
  z.object({ success: z.literal(false), error: z.string(), ...messageFields }),
])

const group = { tag: 'account', base: '/creator' } as const
const anyone = lambGroup({ ...group, access: 'public' })
const own = lambGroup({ ...group, access: 'user' })
const withSession = lambGroup({ ...group, access: 'session', base: '/creator/user' })

type Refusal = { success: false; error: string } & Partial<ReturnType<typeof toMessageFields>>

/** Signing in and out, and the signed-in account: LAMB's contract §1. */
export function createSessionRoutes(deps: SessionDeps): Endpoint[] {
  return [...signInRoutes(deps), ...accountRoutes(deps)]
}

function signInRoutes({ users, publicUrl, toStudentPage }: SessionDeps): Endpoint[] {
  /**
   * LAMB's clients read a refusal from `success` with status 200; only too many attempts have
   * a status of their own.
   */
  async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
    try {
      return await work()
    } catch (error) {
      if (isAppError(error) && error.status < 500 && error.code !== 'too_many_requests') {
        return {
          success: false,
          error: error.message,
          ...(error.userMessage && toMessageFields(error.userMessage)),
        }
      }
      throw error
    }
  }

  return [
    anyone('POST', '/login', 'Sign in', {
      description: 'For LAMB’s clients: returns a token. Wrong credentials return 200 with `success: false`.',
      bodyKind: 'json-or-form',
      bodyLimit: 64 * 1024,
      errors: 'lamb-success',
      body: loginSchema,
      answer: loginAnswer,
      handle: ({ body, exchange }) =>
        orRefusal(async () => {
          const { user, token } = await users.signIn(body.email, body.password, exchange.clientIp)
          const identity = toIdentity(user, publicUrl)
          if (user.user_type === 'end_user') identity.launch_url = await toStudentPage(user.id)
          return { success: true, data: { token, ...identity } }
        }),
    }),
    anyone('POST', '/signup', 'Sign up', {
      description:
        'Creates an account with the sign-up key of an organization or of the installation: a student account, unless the admin has chosen educators for the key.',
      bodyKind: 'json-or-form',
      bodyLimit: 64 * 1024,
      errors: 'lamb-success',
      body: signupSchema,
      handle: ({ body, exchange }) =>
        orRefusal(async () => {
          const { name, email, password, secret_key: key } = body
          const language = languageOf(exchange.header('accept-language'))
          const draft = { name, email, password, key, language }
          const organization = await users.signUp(draft, exchange.clientIp)
          return { success: true, message: `Account created successfully in ${organization.name}` }
        }),
    }),
    own('POST', '/logout', 'Sign out everywhere', {
      description: 'Ends all your sessions immediately.',
      async handle({ caller }) {
        await users.signOut(caller)
        return { success: true }
      },
    }),
  ]
}

function accountRoutes({ users, publicUrl }: SessionDeps): Endpoint[] {
  async function current(caller: UserCaller): Promise<UserAccount> {
    const user = await users.findById(caller.userId)
    if (!user) throw notFound('User')
    return user
  }

  return [
    own('GET', '/me', 'Get your account', {
      answer: z.object({ success: z.literal(true), data: identitySchema }),
      handle: async ({ caller }) => ({ success: true, data: toIdentity(await current(caller), publicUrl) }),
    }),
    own('GET', '/user/current', 'Get the current user', {
      answer: z.object({ id: z.number(), email: z.string(), name: z.string() }),
      handle: ({ caller }) => ({ id: caller.userId, email: caller.email, name: caller.name }),
    }),
    withSession('POST', '/password', 'Change your password', {
      description: 'All other sessions end. The response contains a new token.',
      body: passwordChangeSchema,
      answer: z.object({ success: z.literal(true), token: z.string() }),
      async handle({ body, caller }) {
        return {
          success: true,
          token: await users.changePassword(caller, body.current_password, body.new_password, {
            revokeApiKeys: body.revoke_api_keys,
          }),
        }
      },
    }),
  ]
}
