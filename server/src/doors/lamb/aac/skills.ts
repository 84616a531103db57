import { say } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'

interface Skill {
  id: string
  name: string
  description: string
  required_context: string[]
  /** For the model. */
  instructions: string
}

/** The ways to start that LAMB's clients offer. */
const SKILLS: readonly Skill[] = [
  {
    id: 'create-assistant',
    name: 'Create an assistant',
    description: 'Build a new assistant step by step',
    required_context: [],
    instructions:
      'The educator wants a new assistant. Ask what it is for and who uses it, then propose a first version.',
  },
  {
    id: 'improve-assistant',
    name: 'Improve an assistant',
    description: 'Review the prompts, tools and model of an assistant',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants a better assistant. Read the draft, say what you would improve and why, and propose it.',
  },
  {
    id: 'test-assistant',
    name: 'Test an assistant',
    description: 'Run the tests of an assistant and explain the results',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants to know whether the assistant works. Run its tests, or try questions if it has none, and explain what fails.',
  },
  {
    id: 'explain-answer',
    name: 'Explain an answer',
    description: 'Explain what happened in the last answer of an assistant',
    required_context: ['assistant_id'],
    instructions:
      'The educator wants to understand an answer. Read the last run and explain it in plain words.',
  },
]

export const listSkills = () => SKILLS.map(({ instructions: _instructions, ...skill }) => skill)

export function requireSkill(id: string): string {
  if (SKILLS.some((skill) => skill.id === id)) return id
  throw badRequest(
    say('creation.unknown_skill', { skill: id, skills: SKILLS.map((one) => one.id).join(', ') }),
  )
}

export const instructionsOf = (id: string | null): string | undefined =>
  SKILLS.find((skill) => skill.id === id)?.instructions
