import { say } from '@bellwether/wire'
import * as z from 'zod'
import { conflict, notFound } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'

const tag = 'LAMB: agent-assisted creation'
const SESSIONS = '/creator/aac/sessions'
const SESSION = `${SESSIONS}/{id}`
const params = z.object({ id: z.string().max(100) })

/**
 * LAMB's agent-assisted creation is not available here. LAMB's home page asks for its sessions on every visit,
 * so the lists are empty instead of missing.
 */
export const createAacRoutes = (): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/creator/aac/skills',
    tag,
    summary: 'List the skills of the creation agent',
    description: 'Always empty: this server has no creation agent.',
    access: 'user',
    answer: z.array(z.never()),
    handle: () => [],
  }),
  endpoint({
    method: 'GET',
    path: SESSIONS,
    tag,
    summary: 'List your sessions with the creation agent',
    description: 'Always empty: this server has no creation agent.',
    access: 'user',
    answer: z.array(z.never()),
    handle: () => [],
  }),
  endpoint({
    method: 'POST',
    path: SESSIONS,
    tag,
    summary: 'Start a session with the creation agent',
    description: 'Always refused with 409: this server has no creation agent.',
    access: 'author',
    creates: false,
    body: z.looseObject({}),
    handle: () => {
      throw conflict(say('assistants.creation_agent_unavailable'))
    },
  }),
  ...sessionRoutes(),
]

/** There are no sessions, so no id exists. */
const sessionRoutes = (): Endpoint[] => {
  const missing = () => {
    throw notFound('Session')
  }
  const common = { tag, access: 'user', params, handle: missing } as const
  const body = z.looseObject({})
  const description = 'Always 404: this server has no creation agent.'
  return [
    endpoint({ ...common, method: 'GET', path: SESSION, summary: 'Get a session', description }),
    endpoint({ ...common, method: 'DELETE', path: SESSION, summary: 'Delete a session', description }),
    endpoint({
      ...common,
      method: 'PUT',
      path: `${SESSION}/title`,
      summary: 'Rename a session',
      description,
      body,
    }),
    endpoint({
      ...common,
      method: 'POST',
      path: [`${SESSION}/message`, `${SESSION}/message/stream`],
      summary: 'Send a message to the creation agent',
      description,
      body,
    }),
  ]
}
