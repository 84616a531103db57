/** What an operator's own tool imports, as `bellwether/plugin`. zod it imports by its own name: bundled here it would cost every server. */
export { defineTool } from './tools/tool.ts'
