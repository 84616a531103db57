import type { AssistantScope, AssistantSummary, ToolInfo } from '@bellwether/wire'
import { listAssistants } from '$features/assistants/assistants.ts'
import type { FormStart } from '$features/builder/form/builder-form.svelte.ts'

const PAGE = 100
const MAX_PAGES = 10

/** Settings that the user may not see name no workspace. Pure. */
export const worksOn = ({ metadata }: Pick<AssistantSummary, 'metadata'>, workspace: string): boolean =>
  metadata?.includes(JSON.stringify(workspace)) ?? false

/** The assistants that work on these files, the user's own first. */
export async function agentsOf(workspace: string, signal: AbortSignal): Promise<AssistantSummary[]> {
  const pages = await Promise.all(
    (['mine', 'shared', 'published'] as const).map((scope) => allAgents(scope, signal)),
  )
  const all = new Map(pages.flat().map((agent) => [agent.id, agent]))
  return [...all.values()].filter((agent) => worksOn(agent, workspace))
}

async function allAgents(scope: AssistantScope, signal: AbortSignal): Promise<AssistantSummary[]> {
  const all: AssistantSummary[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { scope, type: 'agent', limit: PAGE, offset: all.length }
    const { assistants, total_count: total } = await listAssistants(query, signal)
    all.push(...assistants)
    if (assistants.length === 0 || all.length >= total) break
  }
  return all
}

/** The initial content of a new assistant for these files: all file tools, except for running programs. */
export function newAgent(
  workspace: { id: string; name: string },
  catalogue: readonly ToolInfo[],
  words: { name: string; purpose: string; system: string },
): FormStart {
  return {
    name: words.name,
    description: words.purpose,
    system_prompt: words.system,
    prompt_template: '{user_input}',
    tools: catalogue
      .filter(({ category, name }) => category === 'workspace' && name !== 'run_command')
      .map(({ name }) => ({
        type: name,
        use: 'call',
        enabled: true,
        config: { workspace_id: workspace.id },
      })),
  }
}
