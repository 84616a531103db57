import { accountMadeSchema, chosenLanguageSchema, passwordChangeSchema, signupSchema } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { mailLanguage } from './recovery/recovery.routes.ts'
import { userRepository } from './user.repository.ts'
import type { UserService } from './user.service.ts'

export interface AccountRouteDeps {
  db: Db
  users: Pick<UserService, 'signUp' | 'changePassword'>
}

const tag = 'Account'

export const createAccountRoutes = ({ db, users }: AccountRouteDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/auth/sign-up',
    tag,
    summary: 'Sign up',
    description:
      'Creates an account with the sign-up key of an organization or of the installation: a student account, unless the admin has chosen educators for the key.',
    access: 'public',
    bodyLimit: 64 * 1024,
    body: signupSchema,
    answer: accountMadeSchema,
    status: 201,
    creates: false,
    async handle({ body: { secret_key: key, name, email, password }, exchange }) {
      const draft = { name, email, password, key, language: mailLanguage(exchange) }
      const { name: organization } = await users.signUp(draft, exchange.clientIp)
      return { email, organization }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/account/password',
    tag,
    summary: 'Change your password',
    description: 'All your sessions end: sign in again with the new password.',
    access: 'session',
    body: passwordChangeSchema,
    answer: 'none',
    async handle({ caller, body: { current_password, new_password, revoke_api_keys: revokeApiKeys } }) {
      await users.changePassword(caller, current_password, new_password, { revokeApiKeys })
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/account/language',
    tag,
    summary: 'Choose your language',
    description:
      'Used by the web app in every browser and for e-mails to you. With `null`, each browser uses its own language.',
    access: 'user',
    answer: 'none',
    body: chosenLanguageSchema,
    async handle({ caller, body: { language } }) {
      await userRepository.update(db, caller.userId, { language })
    },
  }),
]
