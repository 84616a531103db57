import type { AssistantRef } from '../../modules/assistants/index.ts'

const ID_PREFIX = 'lamb_assistant.'
const NAME_PREFIX = 'LAMB:'

/** `lamb_assistant.12` or a bare `12` is an id; `LAMB:name` or any other text is a stored name. */
export function toAssistantRef(model: string): AssistantRef {
  const rest = model.startsWith(ID_PREFIX) ? model.slice(ID_PREFIX.length) : model
  if (/^\d{1,15}$/.test(rest)) return { id: Number(rest) }
  return { name: rest.startsWith(NAME_PREFIX) ? rest.slice(NAME_PREFIX.length) : rest }
}

export const toModelId = (assistantId: number): string => `${ID_PREFIX}${assistantId}`
