import type { FileService } from '../modules/files/index.ts'
import { noRagTool } from '../tools/no-rag/no-rag.tool.ts'
import { createToolRegistry, type ToolRegistry } from '../tools/registry.ts'
import { singleFileRagTool } from '../tools/single-file-rag/single-file-rag.tool.ts'

/** Every tool there is. Adding one: a folder in tools/, and a line here. */
export const createTools = (files: Pick<FileService, 'readOwnText'>): ToolRegistry =>
  createToolRegistry([noRagTool(), singleFileRagTool(files.readOwnText)])
