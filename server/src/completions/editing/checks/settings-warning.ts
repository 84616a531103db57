import { type Message, type SettingsWarning, toMessageBody } from '@bellwether/wire'

/** `path` is a JSON pointer into the assistant. Pure. */
export const toWarning = (code: string, message: Message, path: string): SettingsWarning => ({
  code,
  ...toMessageBody(message),
  path,
})
