import { fillTemplate, wrap } from './fill-template.ts'
import { MOODLE_USER, moodleUser, type PromptProcessor, toPrompt } from './prompt-processor.ts'

/**
 * Fills any number of placeholders, each from its own tool. Inserted text is surrounded by blank lines.
 * Placeholders without a tool or without output are removed.
 */
export const multiAugment: PromptProcessor = (input) =>
  toPrompt(input, (question) => {
    const values = new Map(input.insertions.map(({ placeholder, content }) => [placeholder, content]))
    values.set('user_input', question)
    return fillTemplate(input.template, (name) => {
      if (name === MOODLE_USER) return moodleUser(input)
      const value = values.get(name)
      return value ? wrap(value) : ''
    })
  })
