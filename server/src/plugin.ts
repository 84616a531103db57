/** What an operator's own tool imports, as `bellwether/plugin`. */
export { z } from 'zod'
export { defineTool } from './tools/tool.ts'
