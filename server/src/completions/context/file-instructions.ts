import { safeTargets } from '../../tools/safe-tool-queries.ts'
import type { CalledTool } from '../tools/called-tools.ts'

/**
 * Tells the model to work on files with its tools, whatever the prompt processor. Without file tools
 * the prompt is unchanged.
 */
export function withFileInstructions(systemPrompt: string, called: readonly CalledTool[]): string {
  const names = called.filter(worksOnFiles).map(({ spec }) => spec.name)
  if (names.length === 0) return systemPrompt
  const instructions = `You work on the files of a workspace with these tools: ${names.join(', ')}. Read a file before you change it, and make changes with the tools instead of only showing them. Afterwards say which files you changed.`
  return systemPrompt === '' ? instructions : `${systemPrompt}\n\n${instructions}`
}

const worksOnFiles = ({ tool, config }: CalledTool): boolean =>
  safeTargets(tool, config)?.some(({ kind }) => kind === 'workspace') === true
