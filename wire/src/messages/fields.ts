import { type Message, type MessageCode, say } from './messages.ts'

type FieldMessageCode = Extract<MessageCode, `fields.${string}`>

const byText = new Map<string, Message>()

/**
 * The text of a field error, for the message of a schema, which can only keep a text. The values must be constants,
 * because each text is remembered; use `say` for values of a request.
 */
export function fieldText<Code extends FieldMessageCode>(...message: Parameters<typeof say<Code>>): string {
  const said = say<Code>(...message)
  byText.set(said.text, said)
  return said.text
}

/** The message of a text that a schema took from here. */
export const fieldMessageOf = (text: string): Message | undefined => byText.get(text)
