import { type Message, type SettingsWarning, toMessageFields } from '@bellwether/wire'

/** `path` is a JSON pointer into the assistant. Pure. */
export const toWarning = (code: string, message: Message, path: string): SettingsWarning => ({
  code,
  message: message.text,
  ...toMessageFields(message),
  path,
})
