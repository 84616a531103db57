import type { ToolEntry } from '@bellwether/wire'
import type { FormStart } from '$features/builder/form/builder-form.svelte.ts'

export interface ToolProposal {
  tool: ToolEntry
  /** The placeholder that it fills. */
  placeholder: string
  /** Why it is proposed. */
  reason: 'documents' | 'rubric-file' | 'words'
}

export interface Material {
  purpose: string
  /** The knowledge base with the dropped documents. */
  knowledgeBaseId: string | undefined
  rubricIds: readonly string[]
}

/** Words about grading, in the four languages. */
const GRADING =
  /\b(evaluat\w*|assess\w*|grad(e|es|ing)\b|mark(s|ing)?\b|essays?|rubrics?|feedback|evalu\w*|avalu\w*|corrig\w*|correg\w*|calific\w*|qualific\w*|ensayos?|assaig\w*|rúbric\w*|rubric\w*|redaccion\w*|redacció\w*|retroaliment\w*|ebalua\w*|errubrika\w*|saiakera\w*|zuzen\w*)/iu

export const speaksOfGrading = (purpose: string): boolean => GRADING.test(purpose)

const documentsTool = (knowledgeBaseId: string): ToolProposal => ({
  tool: {
    type: 'simple_rag',
    use: 'inject',
    enabled: true,
    config: { collections: [knowledgeBaseId], top_k: 5 },
  },
  placeholder: 'context',
  reason: 'documents',
})

/** Disabled without a rubric, until one is chosen. The first one fills the tool's default placeholder. */
function rubricTool(rubricId: string | undefined, index: number): ToolProposal {
  const placeholder = index === 0 ? 'rubric' : `rubric_${index + 1}`
  return {
    tool: {
      type: 'rubric_rag',
      use: 'inject',
      enabled: rubricId !== undefined,
      ...(index === 0 ? {} : { placeholder }),
      config: { ...(rubricId === undefined ? {} : { rubric_id: rubricId }), format: 'markdown' },
    },
    placeholder,
    reason: rubricId === undefined ? 'words' : 'rubric-file',
  }
}

/** The tools that fit the dropped files and the description. Pure. */
export function proposeTools({ purpose, knowledgeBaseId, rubricIds }: Material): ToolProposal[] {
  const waitsForOne = rubricIds.length === 0 && speaksOfGrading(purpose)
  return [
    ...(knowledgeBaseId === undefined ? [] : [documentsTool(knowledgeBaseId)]),
    ...(waitsForOne ? [undefined] : rubricIds).map(rubricTool),
  ]
}

export interface TemplateWords {
  text: string
  question: string
  rubric: string
  context: string
  system: string
  systemFor: (values: { purpose: string }) => string
}

/** The assistant with the accepted tools. Pure. */
export function proposeAssistant(
  purpose: string,
  tools: readonly ToolEntry[],
  words: TemplateWords,
  fallbackName: string,
): FormStart {
  const has = (type: string) => tools.some((tool) => tool.type === type && tool.enabled)
  const isGrading = has('rubric_rag')
  const rubrics = tools
    .filter((tool) => tool.type === 'rubric_rag' && tool.enabled)
    .map((tool) => `{${tool.placeholder ?? 'rubric'}}`)
  const parts = [
    isGrading ? `${words.text}\n{user_input}` : '',
    isGrading ? `${words.rubric}\n${rubrics.join('\n\n')}` : '',
    has('simple_rag') ? `${words.context}\n{context}` : '',
    isGrading ? '' : `${words.question}\n{user_input}`,
  ]
  return {
    name: toName(purpose) || fallbackName,
    description: purpose.trim(),
    system_prompt:
      purpose.trim() === '' ? words.system : words.systemFor({ purpose: withStop(purpose.trim()) }),
    prompt_template: parts.filter((part) => part !== '').join('\n\n'),
    tools: [...tools],
  }
}

const withStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

const NAME_WORDS = 6
const NAME_LENGTH = 60

/** "A tutor that …", "Un asistente que …": not part of the topic. */
const LEAD =
  /^(?:an?|the|un|una|el|la)?\s*(?:\p{L}+\s+)?(?:assistant|tutor|bot|chatbot|asistente|assistent|laguntzailea)\s+(?:that|which|who|to|for|que|para|per a|per)\s+/iu
/** "Helps first-year students understand …": the topic follows the verb. */
const HELP = /^(?:helps?|ayudar?|ajudar?|ajuda)\s+/iu
const TOPIC_VERBS = [
  'understand',
  'learn',
  'study',
  'grasp',
  'explore',
  'revise',
  'with',
  'entender',
  'comprender',
  'aprender',
  'estudiar',
  'repasar',
  'con',
  'entendre',
  'comprendre',
  'aprendre',
  'estudiar',
  'repassar',
  'amb',
]
/** Verbs that name the task and stay in the name. */
const TASK_VERBS = [
  'write',
  'solve',
  'prepare',
  'practise',
  'practice',
  'improve',
  'plan',
  'read',
  'draft',
  'check',
  'find',
  'design',
  'escribir',
  'resolver',
  'preparar',
  'practicar',
  'mejorar',
  'planificar',
  'leer',
  'escriure',
  'resoldre',
  'preparar',
  'practicar',
  'millorar',
  'planificar',
  'llegir',
]
/** Basque has the topic first: "Fotosintesia ulertzen laguntzen die …". */
const BASQUE = /^(.+?)\s+(?:ulertzen|ikasten|lantzen|aztertzen)\s+lagun\p{L}*/iu
const ARTICLES =
  /^(?:(?:about|sobre)\s+)?(?:the|an?|how to|el|la|los|las|els|les|l['’]|un|una)(?:\s+|(?<=['’]))/iu
/** The rest only describes how it is done. */
const CLAUSE = /[,;:(—–]|\s(?:using|based on|with|by|so that|usando|según|con|fent servir|segons|amb)\s/iu

/** A short name for an assistant: the topic of the sentence, or its first words. Pure. */
export function toName(purpose: string): string {
  const sentence = purpose
    .trim()
    .replace(/[.!?…](?:\s.*)?$/s, '')
    .replace(LEAD, '')
  const topic = topicOf(sentence)
  const clause = topic.search(CLAUSE)
  const all = (clause > 0 ? topic.slice(0, clause) : topic).trim().split(/\s+/)
  const nameWords: string[] = []
  for (const word of all.slice(0, NAME_WORDS))
    if ([...nameWords, word].join(' ').length <= NAME_LENGTH || nameWords.length === 0) nameWords.push(word)
  // The name should not end with a connecting word.
  while (nameWords.length < all.length && nameWords.length > 1 && JOINERS.has(bare(nameWords.at(-1))))
    nameWords.pop()
  const words = [...nameWords.join(' ')].slice(0, NAME_LENGTH).join('').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function topicOf(sentence: string): string {
  const basque = BASQUE.exec(sentence)?.[1]
  if (basque) return basque
  if (!HELP.test(sentence)) return sentence
  const words = sentence.split(/\s+/)
  const at = words.findIndex(
    (word, index) => index > 0 && [...TOPIC_VERBS, ...TASK_VERBS].includes(bare(word)),
  )
  const rest = words.slice(at + 1).join(' ')
  if (at < 0 || rest === '') return sentence
  return TASK_VERBS.includes(bare(words[at])) ? `${words[at]} ${rest}` : rest.replace(ARTICLES, '')
}

/** Words that need another one after them, in the languages of the app. */
const JOINERS: ReadonlySet<string> = new Set(
  'a an and as at by for from in into of on or that the to using with y e o u de del el la los las un una con en para por que al i amb dels les el per a d l eta edo bat'.split(
    ' ',
  ),
)
const bare = (word = ''): string => word.toLowerCase().replace(/[^\p{L}]/gu, '')
