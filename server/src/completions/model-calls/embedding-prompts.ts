type Purpose = 'passage' | 'question'

/**
 * Models trained with a prefix that states the purpose of a text; without it, search finds less. Taken
 * from their documentation.
 */
const PROMPTS: readonly { model: RegExp; passage: string; question: string }[] = [
  { model: /nomic-embed-text/i, passage: 'search_document: ', question: 'search_query: ' },
  { model: /(^|[/-])e5-(?!.*instruct)/i, passage: 'passage: ', question: 'query: ' },
  {
    model: /mxbai-embed-large|snowflake-arctic-embed(?!2)/i,
    passage: '',
    question: 'Represent this sentence for searching relevant passages: ',
  },
]

export function withPrompt(model: string, purpose: Purpose, text: string): string {
  const prompt = PROMPTS.find((candidate) => candidate.model.test(model))
  return prompt ? prompt[purpose] + text : text
}
