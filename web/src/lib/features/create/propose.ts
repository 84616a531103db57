import type { ToolEntry } from '@bellwether/wire'
import type { FormStart } from '$features/builder/form.svelte.ts'

export interface Proposal {
  tool: ToolEntry
  /** Why it is proposed. */
  reason: 'documents' | 'rubric-file' | 'words'
}

export interface Material {
  purpose: string
  /** The knowledge base that the dropped documents went into. */
  knowledgeBaseId: string | undefined
  rubricIds: readonly string[]
}

/** Words that speak of grading, in the four languages. */
const GRADING =
  /\b(evaluat\w*|assess\w*|grad(e|es|ing)\b|mark(s|ing)?\b|essays?|rubrics?|feedback|evalu\w*|avalu\w*|corrig\w*|correg\w*|calific\w*|qualific\w*|ensayos?|assaig\w*|rúbric\w*|rubric\w*|redaccion\w*|redacció\w*|retroaliment\w*|ebalua\w*|errubrika\w*|saiakera\w*|zuzen\w*)/iu

export const speaksOfGrading = (purpose: string): boolean => GRADING.test(purpose)

const injected = (type: string, config: Record<string, unknown>, enabled = true): ToolEntry => ({
  type,
  use: 'inject',
  enabled,
  config,
})

/** Which tools fit what was dropped and said. Pure. */
export function proposeTools({ purpose, knowledgeBaseId, rubricIds }: Material): Proposal[] {
  const documents: Proposal[] =
    knowledgeBaseId === undefined
      ? []
      : [{ tool: injected('simple_rag', { collections: [knowledgeBaseId], top_k: 5 }), reason: 'documents' }]
  const rubric = rubricIds[0]
  if (rubric !== undefined)
    return [
      ...documents,
      { tool: injected('rubric_rag', { rubric_id: rubric, format: 'markdown' }), reason: 'rubric-file' },
    ]
  // Without a rubric it waits, switched off, for one to be chosen.
  if (speaksOfGrading(purpose))
    return [...documents, { tool: injected('rubric_rag', { format: 'markdown' }, false), reason: 'words' }]
  return documents
}

export interface TemplateWords {
  text: string
  question: string
  rubric: string
  context: string
  system: (purpose: string) => string
}

/** The assistant that the accepted tools make. Pure. */
export function proposeAssistant(
  purpose: string,
  tools: readonly ToolEntry[],
  words: TemplateWords,
  fallbackName: string,
): FormStart {
  const has = (type: string) => tools.some((tool) => tool.type === type && tool.enabled)
  const isGrading = has('rubric_rag')
  const parts = [
    isGrading ? `${words.text}\n{user_input}` : '',
    isGrading ? `${words.rubric}\n{rubric}` : '',
    has('simple_rag') ? `${words.context}\n{context}` : '',
    isGrading ? '' : `${words.question}\n{user_input}`,
  ]
  return {
    name: toName(purpose) || fallbackName,
    description: purpose.trim(),
    system_prompt: words.system(withStop(purpose.trim())),
    prompt_template: parts.filter((part) => part !== '').join('\n\n'),
    tools: [...tools],
  }
}

const withStop = (text: string): string => (text === '' || /[.!?…]$/.test(text) ? text : `${text}.`)

const NAME_WORDS = 6
const NAME_LENGTH = 60

/** The first words of the purpose. Pure. */
export function toName(purpose: string): string {
  const words = purpose
    .trim()
    .replace(/[.!?…].*$/s, '')
    .split(/\s+/)
    .slice(0, NAME_WORDS)
    .join(' ')
    .slice(0, NAME_LENGTH)
    .replace(/[\s,;:–-]+$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type FileKind = 'document' | 'rubric' | 'assistant'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a dropped file is. Only JSON is looked into: everything else is something to read. Pure. */
export function kindOfFile(name: string, json: string | undefined): FileKind {
  if (!/\.json$/i.test(name) || json === undefined) return 'document'
  try {
    const value: unknown = JSON.parse(json)
    if (isObject(value) && Array.isArray(value['criteria'])) return 'rubric'
    if (isObject(value) && 'prompt_template' in value) return 'assistant'
    if (isObject(value) && isObject(value['assistant'])) return 'assistant'
  } catch {
    // Not JSON after all: something to read.
  }
  return 'document'
}
