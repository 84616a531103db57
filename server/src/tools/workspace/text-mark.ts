import { hashOf } from '../../modules/workspaces/disk/read-file.ts'
import type { TextFile } from '../../modules/workspaces/text/text-file.ts'

/** What a text says, line ends aside: a model that read it has seen this, whatever an editor did to the line ends since. */
export const markOf = ({ texts }: Pick<TextFile, 'texts'>): string => hashOf(Buffer.from(texts.join('\n')))
