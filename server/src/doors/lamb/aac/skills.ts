import { say } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import type { AacTexts } from './texts.ts'

interface Skill {
  id: keyof AacTexts['skills']
  required_context: string[]
  /** For the model. */
  instructions: string
}

/** LAMB's web page finds the chat of the day again by this title. */
const HELPER_TITLE = 'LAMB Helper'

/** The ways to start that LAMB's clients offer, under LAMB's names: its web page starts them without asking for the list. */
const SKILLS: readonly Skill[] = [
  {
    id: 'about-lamb',
    required_context: [],
    instructions:
      'The educator has questions about this platform. Answer them, and offer to build or improve an assistant.',
  },
  {
    id: 'create-assistant',
    required_context: [],
    instructions:
      'The educator wants a new assistant. Ask what it is for and who uses it, then propose a first version.',
  },
  {
    id: 'improve-assistant',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants a better assistant. Read the draft, say what you would improve and why, and propose it.',
  },
  {
    id: 'test-and-evaluate',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants to know whether the assistant works. Run its tests, or try questions if it has none, and explain what fails.',
  },
  {
    id: 'explain-assistant',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants to understand how the assistant works. Read the draft and explain its prompts, tools and model in plain words.',
  },
  {
    id: 'explain-answer',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants to understand an answer. Read the last run and explain it in plain words.',
  },
]

/** Names of earlier versions. Sessions keep theirs. */
const FORMER_NAMES: Readonly<Record<string, string>> = { 'test-assistant': 'test-and-evaluate' }

/** What LAMB's web page sends to let the agent speak first. */
const STARTUP =
  'The app sends “[System: Skill startup]” when the educator opens the chat. Greet them in one sentence and begin.'

const find = (id: string): Skill | undefined => {
  const name = FORMER_NAMES[id] ?? id
  return SKILLS.find((skill) => skill.id === name)
}

export const listSkills = ({ skills }: AacTexts) =>
  SKILLS.map(({ id, required_context }) => ({ id, ...skills[id], required_context }))

export function requireSkill(id: string): string {
  const skill = find(id)
  if (skill) return skill.id
  throw badRequest(
    say('creation.unknown_skill', { skill: id, skills: SKILLS.map((skill) => skill.id).join(', ') }),
  )
}

export const titleOf = (skill: string | null): string | undefined =>
  skill === 'about-lamb' ? HELPER_TITLE : undefined

export function instructionsOf(id: string | null): string | undefined {
  const skill = id === null ? undefined : find(id)
  return skill && `${skill.instructions} ${STARTUP}`
}
