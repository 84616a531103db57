import { chosenLanguageSchema } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { userRepository } from './user.repository.ts'

export const createLanguageRoutes = ({ db }: { db: Db }): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: '/account/language',
    tag: 'Account',
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
