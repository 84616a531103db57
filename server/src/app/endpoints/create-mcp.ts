import { createFillPrompt } from '../../completions/editing/fill-prompt.ts'
import { createAskQuestion } from '../../completions/run-to-text.ts'
import { createLambMcpRoutes } from '../../doors/lamb/mcp.routes.ts'
import { createMcpRoutes } from '../../doors/mcp/mcp.routes.ts'
import { createAssistantsOffer } from '../../doors/mcp/offer/assistants-offer.ts'
import { createConfirm } from '../../doors/mcp/offer/confirm-call.ts'
import { may } from '../../modules/access/index.ts'
import { findForCompletion, listUsable, toFacts } from '../../modules/assistants/index.ts'
import { createMcpServerRoutes } from '../../modules/mcp-servers/index.ts'
import { createOAuthBearer } from '../../modules/users/index.ts'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import type { Config } from '../../platform/config.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Log } from '../../platform/log.ts'
import type { Services } from '../services/create-services.ts'
import { VERSION } from '../version.ts'

/** The MCP door, LAMB's form of it, and the settings of other people's MCP servers. */
export function createMcpEndpoints(services: Services, config: Config, log: Log): Endpoint[] {
  const { db, box, outbound, planCompletion, toolDeps, runToText } = services
  const parts = {
    listUsable: (caller: Caller) => listUsable(db, caller),
    async maySeePrompts(caller: UserCaller, id: number) {
      const row = await findForCompletion(db, caller, { id })
      return row !== undefined && may(caller, 'see', toFacts(row, row))
    },
    fillPrompt: createFillPrompt({ planCompletion, toolDeps, log }),
    askQuestion: createAskQuestion(runToText),
    version: VERSION,
  }
  const { OAUTH_ISSUER: issuer, OAUTH_AUDIENCE: audience = `${config.publicUrl}/mcp` } = config
  const oauth = issuer === undefined ? undefined : createOAuthBearer({ db, outbound, issuer, audience })
  const { authenticate, knowledge, assistants, approvals, notifications, mcpSessionNotes: notes } = services
  const offer = createAssistantsOffer({ ...parts, knowledge, confirm: createConfirm({ approvals, log }) })
  return [
    ...createMcpRoutes({
      offer,
      version: VERSION,
      config,
      box,
      notifications,
      notes,
      log,
      authenticate,
      oauth,
    }),
    ...createLambMcpRoutes({ ...parts, assistants }),
    ...createMcpServerRoutes(services),
  ]
}
