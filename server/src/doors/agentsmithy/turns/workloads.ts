import * as z from 'zod'
import type { AgentSession } from '../agent-session.ts'
import type { DialogService } from '../dialogs/dialog.service.ts'

/** The models that may answer here: the assistant's own, or the organization's small, fast one. */
export type WorkloadKey = 'assistant' | 'fast'

export interface Workload {
  key: WorkloadKey
  /** The person's own name for it. */
  name: string
}

export interface WorkloadDeps {
  dialogs: DialogService
  hasFastModel(organizationId: number): Promise<boolean>
}

const namesSchema = z.object({ assistant: z.string().optional(), fast: z.string().optional() })

/** The models that a person can choose for an agent, and their choice. */
export async function workloadsOf(
  { dialogs, hasFastModel }: WorkloadDeps,
  { caller, assistant }: AgentSession,
): Promise<{ all: Workload[]; chosen: Workload; names: z.infer<typeof namesSchema> }> {
  const settings = await dialogs.settingsOf(caller, assistant.id)
  const names = namesSchema.parse(JSON.parse(settings?.names ?? '{}'))
  const ownModel: Workload = { key: 'assistant', name: names.assistant ?? 'assistant' }
  const fast: Workload = { key: 'fast', name: names.fast ?? 'fast' }
  const all = (await hasFastModel(assistant.organizationId)) ? [ownModel, fast] : [ownModel]
  return { all, chosen: all.find(({ key }) => key === settings?.workload) ?? ownModel, names }
}

/** The model that answers a message. Unknown names are ignored, as in AgentSmithy's own server. */
export async function modelFor(
  deps: WorkloadDeps,
  agentSession: AgentSession,
  requested: string | null | undefined,
): Promise<string | undefined> {
  const { all, chosen } = await workloadsOf(deps, agentSession)
  const { key } = all.find(({ name }) => name === requested) ?? chosen
  return key === 'fast' ? 'fast' : undefined
}
