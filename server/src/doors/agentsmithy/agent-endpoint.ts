import * as z from 'zod'
import {
  type Answer,
  type Endpoint,
  type EndpointSpec,
  foreignEndpoint,
} from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { AgentSession, AuthenticateAgent } from './agent-session.ts'

/**
 * Below the URL that a client uses as its server: with the key in it, for clients that can't send a header, or
 * without.
 */
const BASES = ['/agentsmithy/{assistant}', '/agentsmithy/{assistant}/{token}']

const text = z.string().max(300)
const params = z.object({
  assistant: text,
  token: text.optional(),
  id: text.default(''),
  call: text.default(''),
})

type Shared = 'method' | 'summary' | 'description' | 'query' | 'body' | 'bodyOptional' | 'bodyLimit'

interface AgentSpec<Q extends z.ZodType, B extends z.ZodType>
  extends Pick<EndpointSpec<'public', z.ZodType, Q, B, Answer>, Shared> {
  answer?: Answer
  /** Below the base: `/api/dialogs/{id}`. */
  at: string
  handle(input: {
    agentSession: AgentSession
    /** Of the dialog that the path names. */
    id: string
    /** Of the tool call that the path names. */
    call: string
    query: z.output<Q>
    body: z.output<B>
    exchange: Exchange
  }): unknown
}

const agentSmithyEndpoint = foreignEndpoint('AgentSmithy')

/** Creates endpoints for people who may use the agent in the URL. Authenticates separately, because the key may be in the path. */
export const createAgentEndpoint =
  (authenticateAgent: AuthenticateAgent) =>
  <Q extends z.ZodType = z.ZodType, B extends z.ZodType = z.ZodType>({
    at,
    handle,
    ...spec
  }: AgentSpec<Q, B>): Endpoint =>
    agentSmithyEndpoint<'public', typeof params, Q, B>({
      ...spec,
      path: BASES.map((base) => base + at),
      tag: 'AgentSmithy',
      access: 'public',
      params,
      async handle({ params: { assistant, token, id, call }, query, body, exchange }) {
        const agentSession = await authenticateAgent(exchange, { assistant, token })
        return handle({ agentSession, id, call, query, body, exchange })
      },
    })

export type AgentEndpoint = ReturnType<typeof createAgentEndpoint>
