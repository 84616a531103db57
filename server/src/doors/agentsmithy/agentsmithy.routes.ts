import type { Endpoint } from '../../platform/http/endpoint.ts'
import { createAgentEndpoint } from './agent-endpoint.ts'
import { type AuthenticateAgentDeps, createAuthenticateAgent } from './agent-session.ts'
import { createChatRoutes } from './chat.routes.ts'
import { createConfigRoutes } from './config.routes.ts'
import { createDialogRoutes } from './dialogs.routes.ts'
import { createHistoryRoutes } from './history.routes.ts'
import { createSessionRoutes } from './session.routes.ts'
import { type AskAgentDeps, createAskAgent } from './turns/ask-agent.ts'
import type { WorkloadDeps } from './turns/workloads.ts'

export interface AgentSmithyDeps extends AuthenticateAgentDeps, AskAgentDeps, WorkloadDeps {
  heartbeatMs: number
}

/** The interface of AgentSmithy's server, for its clients: docs/reference/agentsmithy.md. */
export function createAgentSmithyRoutes(deps: AgentSmithyDeps): Endpoint[] {
  const agentEndpoint = createAgentEndpoint(createAuthenticateAgent(deps))
  return [
    ...createConfigRoutes(agentEndpoint, deps),
    ...createChatRoutes(agentEndpoint, { ...deps, askAgent: createAskAgent(deps) }),
    ...createDialogRoutes(agentEndpoint, deps),
    ...createHistoryRoutes(agentEndpoint, deps),
    ...createSessionRoutes(agentEndpoint, deps),
  ]
}
