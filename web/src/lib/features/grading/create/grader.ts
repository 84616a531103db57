import type { ConnectorChoice } from '../../assistants/capabilities.svelte.ts'

/** The value of the field: the default model, `model:name` or `assistant:id`. */
export const DEFAULT_GRADER = 'default'

/** Connectors that are no models, or make pictures. */
const isTextModel = (name: string): boolean => !['bypass', 'quotes'].includes(name) && !name.includes('image')

/** The organization's models, each once. Pure. */
export const modelNames = ({
  connectors,
}: {
  connectors: Record<string, Pick<ConnectorChoice, 'name' | 'available_llms'>>
}): string[] => [
  ...new Set(
    Object.values(connectors)
      .filter(({ name }) => isTextModel(name))
      .flatMap(({ available_llms }) => available_llms),
  ),
]

/** What the API takes. Pure. */
export function readGrader(value: string): { model: string | null; assistant_id: number | null } {
  const [kind, ...rest] = value.split(':')
  const name = rest.join(':')
  return {
    model: kind === 'model' ? name : null,
    assistant_id: kind === 'assistant' ? Number(name) : null,
  }
}
