import type { TextFile } from '../../modules/workspaces/index.ts'
import { hashOf } from '../../modules/workspaces/index.ts'

/**
 * Hashes a text without its line endings: a model that read it has seen the text, even if an editor changed
 * the line endings since.
 */
export const markOf = ({ texts }: Pick<TextFile, 'texts'>): string => hashOf(Buffer.from(texts.join('\n')))
