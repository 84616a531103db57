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
  assistants: readonly Pick<
    AssistantSummary,
    'id' | 'name' | 'description' | 'can_be_tool' | 'is_owner' | 'owner_name'
  >[],
  whyNot: string,
): Choice[] {
  return assistants
    .map(({ id, name, description, can_be_tool: canBeTool, is_owner: isOwn, owner_name: owner }) => {
      // A colleague may have an assistant of the same name.
      const about = [isOwn ? '' : owner, description].filter(Boolean).join(' · ')
      const detail = canBeTool ? about : whyNot
      return {
        value: String(id),
        label: name,
        ...(detail ? { detail } : {}),
        ...(canBeTool ? {} : { disabled: true }),
      }
    })
    .sort((a, b) => Number(a.disabled ?? false) - Number(b.disabled ?? false))
}
