import type { AssistantSummary } from '@bellwether/wire'

export interface Choice {
  value: string
  label: string
  detail?: string
  /** Shown with the reason as its detail, but can't be selected. */
  disabled?: boolean
}

/** Selectable assistants first. Pure. */
export function toAssistantChoices(
  assistants: readonly Pick<AssistantSummary, 'id' | 'name' | 'description' | 'can_be_tool'>[],
  whyNot: string,
): Choice[] {
  return assistants
    .map(({ id, name, description, can_be_tool: canBeTool }) => {
      const detail = canBeTool ? description : whyNot
      return {
        value: String(id),
        label: name,
        ...(detail ? { detail } : {}),
        ...(canBeTool ? {} : { disabled: true }),
      }
    })
    .sort((a, b) => Number(a.disabled ?? false) - Number(b.disabled ?? false))
}
