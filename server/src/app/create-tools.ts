import type { FileService } from '../modules/files/index.ts'
import type { RubricService } from '../modules/rubrics/index.ts'
import { noRagTool } from '../tools/no-rag/no-rag.tool.ts'
import { createToolRegistry, type ToolRegistry } from '../tools/registry.ts'
import { rubricRagTool } from '../tools/rubric-rag/rubric-rag.tool.ts'
import { singleFileRagTool } from '../tools/single-file-rag/single-file-rag.tool.ts'
import type { Tool } from '../tools/tool.ts'

export interface ToolParts {
  files: Pick<FileService, 'readOwnText'>
  rubrics: Pick<RubricService, 'findForOwner'>
  /** The operator's own. */
  plugins: readonly Tool[]
}

/** Every tool there is. Adding one: a folder in tools/, and a line here. */
export const createTools = ({ files, rubrics, plugins }: ToolParts): ToolRegistry =>
  createToolRegistry([
    noRagTool(),
    singleFileRagTool(files.readOwnText),
    rubricRagTool(rubrics.findForOwner),
    ...plugins,
  ])
