import type { TestMessage } from '@bellwether/wire'
import * as z from 'zod'
import { parseLegacyJson } from '../source/legacy-row.ts'

/** A JSON list in a column; empty if it is none. */
export function readList(text: string): unknown[] {
  const list = parseLegacyJson(`{"list":${text}}`)?.['list']
  return Array.isArray(list) ? list : []
}

/** The messages of a scenario. Instructions of the system belong to the assistant and are left out. */
export const readMessages = (text: string): TestMessage[] =>
  readList(text).flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return []
    const { role, content } = { role: undefined, content: undefined, ...entry }
    if (role !== 'user' && role !== 'assistant') return []
    const text = textOf(content)
    return text === '' ? [] : [{ role, content: text }]
  })

/** A text, or the texts of a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content.replaceAll('\u0000', '')
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part) =>
      typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
        ? [part.text.replaceAll('\u0000', '')]
        : [],
    )
    .join('\n')
}

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.unknown() }) })),
})

/** The text of an OpenAI completion, or of the error that came instead. */
export function readOutput(text: string): { answer: string; error: string | null } {
  const output = parseLegacyJson(text) ?? {}
  const completion = completionSchema.safeParse(output)
  const answer = textOf(completion.data?.choices[0]?.message.content)
  if (answer !== '') return { answer, error: null }
  const { error } = output
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return { answer: '', error: typeof message === 'string' ? message.replaceAll('\u0000', '') : null }
}
