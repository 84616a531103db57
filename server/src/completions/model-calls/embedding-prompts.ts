type Purpose = 'passage' | 'question'

/** Models that were trained to be told what a text is for, and find less if they are not. From their makers' instructions. */
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
  const prompt = PROMPTS.find((one) => one.model.test(model))
  return prompt ? prompt[purpose] + text : text
}
