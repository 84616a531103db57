/**
 * The events that AgentSmithy's clients get while an answer is generated. `dialog_id` is added when they are written.
 */
export type AgentEvent =
  | { type: 'user'; content: string; checkpoint?: string; session?: string }
  | { type: 'chat_start' | 'chat_end' | 'reasoning_start' | 'reasoning_end' }
  | { type: 'summary_start' | 'summary_end' }
  | { type: 'chat' | 'reasoning'; content: string }
  | { type: 'tool_call'; name: string; args: unknown }
  | { type: 'file_edit'; file: string; diff?: string }
  | {
      type: 'status'
      status: string
      tool: string | null
      message: string
      elapsed_ms?: number
      parent?: string
    }
  | { type: 'error'; error: string }
  | { type: 'done'; done: true }

type Kind = 'chat' | 'reasoning'

/**
 * Opens a block of text or reasoning with its first piece, and closes both at the end of the model's turn, reasoning
 * first.
 */
export class Segments {
  readonly #open = new Set<Kind>();

  *say(kind: Kind, content: string): Generator<AgentEvent> {
    if (content === '') return
    if (!this.#open.has(kind)) {
      this.#open.add(kind)
      yield { type: `${kind}_start` }
    }
    yield { type: kind, content }
  }

  *close(): Generator<AgentEvent> {
    for (const kind of ['reasoning', 'chat'] as const)
      if (this.#open.delete(kind)) yield { type: `${kind}_end` }
  }
}

/** Arguments as the model wrote them; a text that is not JSON stays a text. */
export function parseArgs(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
