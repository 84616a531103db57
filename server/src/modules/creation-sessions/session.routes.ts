import {
  creationSessionChangeSchema,
  creationSessionDetailSchema,
  creationSessionListSchema,
  creationSessionSchema,
  creationSessionsQuerySchema,
  decidedProposalSchema,
  idSchema,
  newCreationSessionSchema,
  proposalDecisionSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { ASSISTANT_BODY_BYTES } from '../assistants/index.ts'
import type { ProposalService } from './proposal.service.ts'
import type { SessionService } from './session.service.ts'

export interface SessionRouteDeps {
  creationSessions: SessionService
  proposals: ProposalService
}

const PATH = '/creation-sessions'
const common = { tag: 'Build it with me', access: 'author' } as const
const params = z.object({ id: z.string().max(100) })
const ofProposal = z.object({ id: z.string().max(100), proposal: idSchema })

export const createCreationSessionRoutes = (deps: SessionRouteDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...sessionRoutes(deps),
  endpoint({
    ...common,
    method: 'POST',
    path: `${PATH}/{id}/proposals/{proposal}`,
    summary: 'Accept or reject a proposal',
    description:
      'Accepting saves the assistant, or creates it; with `draft`, nothing is saved and the client puts the changes into its form. If the assistant has changed since, the response is 409 with `code: "proposal_outdated"`, and the session has the updated differences.',
    params: ofProposal,
    body: proposalDecisionSchema,
    bodyLimit: 2 * ASSISTANT_BODY_BYTES,
    answer: decidedProposalSchema,
    handle: ({ caller, params: { id, proposal }, body }) => deps.proposals.decide(caller, id, proposal, body),
  }),
]

const listRoutes = ({ creationSessions }: SessionRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'List your sessions',
    description: 'Newest first, without their messages. The newest 100 are kept.',
    query: creationSessionsQuerySchema,
    answer: creationSessionListSchema,
    handle: ({ caller, query: { assistant_id: assistantId, limit, offset } }) =>
      creationSessions.list(caller, { assistantId, limit, offset }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: PATH,
    summary: 'Start a session',
    description: 'For a new assistant, or for one that you can edit.',
    status: 201,
    body: newCreationSessionSchema,
    answer: creationSessionSchema,
    handle: ({ caller, body: { assistant_id: assistantId, title } }) =>
      creationSessions.create(caller, { assistantId, title }),
  }),
]

const sessionRoutes = ({ creationSessions }: SessionRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Get a session',
    description: 'With its messages and proposals.',
    params,
    answer: creationSessionDetailSchema,
    handle: ({ caller, params: { id } }) => creationSessions.get(caller, id),
  }),
  endpoint({
    ...common,
    method: 'PATCH',
    path: `${PATH}/{id}`,
    summary: 'Update a session',
    description: 'Renames it, or connects it with the assistant that was saved from it.',
    params,
    body: creationSessionChangeSchema,
    answer: creationSessionSchema,
    handle: ({ caller, params: { id }, body: { title, assistant_id } }) =>
      creationSessions.change(caller, id, {
        ...(title === undefined ? {} : { title }),
        ...(assistant_id === undefined ? {} : { assistant_id }),
      }),
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Delete a session',
    description: 'Deletes its messages and proposals. The assistant is not changed.',
    answer: 'none',
    params,
    handle: ({ caller, params: { id } }) => creationSessions.remove(caller, id),
  }),
]
