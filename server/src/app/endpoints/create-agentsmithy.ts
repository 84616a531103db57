import { createAgentSmithyRoutes } from '../../doors/agentsmithy/agentsmithy.routes.ts'
import { createDialogService } from '../../doors/agentsmithy/dialogs/dialog.service.ts'
import { SUMMARY_BUDGET } from '../../doors/agentsmithy/turns/compact.ts'
import { findForCompletion } from '../../modules/assistants/index.ts'
import { smallFastModel } from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Log } from '../../platform/log.ts'
import type { Services } from '../services/create-services.ts'

/** Agents for AgentSmithy's clients, in editors. */
export function createAgentSmithyEndpoints(services: Services, config: Config, log: Log): Endpoint[] {
  const { db, outbox, authenticate, tools, workspaces, planCompletion, askFastModel, organizations } =
    services
  const { usage, traceRecorder: traces, toolDeps, locks } = services
  return createAgentSmithyRoutes({
    authenticate,
    tools,
    workspaces,
    locks,
    planCompletion,
    askFastModel,
    dialogs: createDialogService({ db, outbox }),
    findAssistant: (caller, id) => findForCompletion(db, caller, { id }),
    run: { usage, traces, toolDeps, watchAccess: services.accessWatch.watch, log },
    summaryBudget: SUMMARY_BUDGET,
    heartbeatMs: config.HEARTBEAT_MS,
    hasFastModel: async (id) => smallFastModel(await organizations.settingsOf(id), config) !== undefined,
  })
}
