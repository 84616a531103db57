import type { MessageCode } from '@bellwether/wire'
import { assistants } from './assistants.ts'
import { chats } from './chats.ts'
import { common } from './common.ts'
import { documents } from './documents.ts'
import { fields } from './fields.ts'
import { imports } from './imports.ts'
import { knowledge } from './knowledge.ts'
import { lti } from './lti.ts'
import { models } from './models.ts'
import { people } from './people.ts'
import { signIn } from './sign-in.ts'
import { toolReasons } from './tool-reasons.ts'
import { tools } from './tools.ts'
import { workspaces } from './workspaces.ts'

export const es: Record<MessageCode, string> = {
  ...common,
  ...people,
  ...signIn,
  ...assistants,
  ...chats,
  ...documents,
  ...fields,
  ...imports,
  ...knowledge,
  ...lti,
  ...models,
  ...toolReasons,
  ...tools,
  ...workspaces,
}
