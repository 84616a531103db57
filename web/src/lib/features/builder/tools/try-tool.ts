import type { ToolEntry, ToolInfo } from '@bellwether/wire'
import type { AnswerOf, BodyOf } from '@bellwether/wire/client/operations'
import { api } from '$lib/api'
import { placeholderOf } from './entries.ts'

export type Preview = AnswerOf<'post', '/assistant-drafts/preview'>
type Draft = BodyOf<'post', '/assistant-drafts/preview'>['assistant']

export const contentOf = ({ content }: Preview['messages'][number]): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n')

export const previewDraft = (assistant: Draft, question: string, signal?: AbortSignal) =>
  api.post('/assistant-drafts/preview', {
    body: { assistant, messages: [{ role: 'user', content: question }] },
    signal,
  })

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
