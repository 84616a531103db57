import type { AssistantSummary, ToolInfo } from '@bellwether/wire'
import { listAssistants } from '$features/assistants/assistants.ts'
import type { FormStart } from '$features/builder/form.svelte.ts'

const MOST = 100

/** Pure. Settings that the reader may not see name no workspace. */
export const worksOn = ({ metadata }: Pick<AssistantSummary, 'metadata'>, workspace: string): boolean =>
  metadata?.includes(JSON.stringify(workspace)) ?? false

/** The assistants that work on these files, my own first. */
export async function agentsOf(workspace: string, signal: AbortSignal): Promise<AssistantSummary[]> {
  const pages = await Promise.all(
    (['mine', 'shared', 'published'] as const).map((scope) =>
      listAssistants({ scope, type: 'agent', limit: MOST }, signal),
    ),
  )
  const all = new Map(pages.flatMap((page) => page.assistants.map((one) => [one.id, one])))
  return [...all.values()].filter((one) => worksOn(one, workspace))
}

/** What a new assistant for these files begins with: all tools that work on them, but for running programs. */
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
