/** What an operator's own tool imports, as `bellwether/plugin`. It imports zod itself, which would make every server larger. */
export { defineTool } from './tools/tool.ts'
