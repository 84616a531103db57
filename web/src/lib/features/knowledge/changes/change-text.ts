import type { KnowledgeFile } from '@bellwether/wire'
import { knowledgeTexts } from '$lib/texts/knowledge.ts'

const NUMBERS = ['unchanged', 'changed', 'added', 'removed'] as const

/** Such as “12 passages unchanged, 3 changed, 1 removed”. */
export const changeText = (change: NonNullable<KnowledgeFile['last_change']>): string =>
  NUMBERS.filter((kind) => kind === 'unchanged' || change[kind] > 0)
    .map((kind) => knowledgeTexts().bulk.numbers[kind]({ count: change[kind] }))
    .join(', ')
