import type { TextFile } from '../../modules/workspaces/index.ts'
import { hashOf } from '../../modules/workspaces/index.ts'

/** What a text says, line ends aside: a model that read it has seen this, whatever an editor did to the line ends since. */
export const markOf = ({ texts }: Pick<TextFile, 'texts'>): string => hashOf(Buffer.from(texts.join('\n')))
