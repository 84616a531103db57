import { say } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import type { AacTexts } from './texts/index.ts'

interface Skill {
  id: keyof AacTexts['skills']
  required_context: string[]
  /** For the model. */
  instructions: string
}

/** The ways to start that LAMB's clients offer. */
const SKILLS: readonly Skill[] = [
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
    id: 'test-assistant',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants to know whether the assistant works. Run its tests, or try questions if it has none, and explain what fails.',
  },
  {
    id: 'explain-answer',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants to understand an answer. Read the last run and explain it in plain words.',
  },
]

export const listSkills = ({ skills }: AacTexts) =>
  SKILLS.map(({ id, required_context }) => ({ id, ...skills[id], required_context }))

export function requireSkill(id: string): string {
  if (SKILLS.some((skill) => skill.id === id)) return id
  throw badRequest(
    say('creation.unknown_skill', { skill: id, skills: SKILLS.map((one) => one.id).join(', ') }),
  )
}

export const instructionsOf = (id: string | null): string | undefined =>
  SKILLS.find((skill) => skill.id === id)?.instructions
