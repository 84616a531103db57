import type { ToolEntry, ToolInfo } from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import { placeholderOf } from './entries.ts'

export interface Preview {
  messages: { role: string; content?: string | { type: string; text?: string }[] | null }[]
  spans: { start: number; end: number; placeholder: string | null; tool: string | null; tokens: number }[]
  tokens: number
}

export const contentOf = ({ content }: Preview['messages'][number]): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n')

export const previewDraft = (assistant: object, question: string, signal?: AbortSignal): Promise<Preview> =>
  api.post(
    '/assistant-drafts/preview',
    { assistant, messages: [{ role: 'user', content: question }] },
    signal ? { signal } : {},
  )

export interface ToolTrial {
  output: string
  tokens: number
  milliseconds: number
}

/** Runs only this tool: a template with nothing but its placeholder, and no marks around the output. */
export async function tryTool(
  draft: { metadata: object },
  entry: ToolEntry,
  info: ToolInfo,
  question: string,
): Promise<ToolTrial> {
  const injected: ToolEntry = { ...entry, use: 'inject', enabled: true }
  const placeholder = placeholderOf(injected, info) ?? info.name
  const metadata = {
    ...draft.metadata,
    prompt_processor: 'multi_augment',
    fence_data: false,
    tools: [injected],
  }
  const start = performance.now()
  const { messages, spans } = await previewDraft(
    { system_prompt: '', prompt_template: `{${placeholder}}`, metadata },
    question,
  )
  const last = messages.at(-1)
  return {
    output: last ? contentOf(last).trim() : '',
    tokens: spans.find((span) => span.placeholder === placeholder)?.tokens ?? 0,
    milliseconds: performance.now() - start,
  }
}
