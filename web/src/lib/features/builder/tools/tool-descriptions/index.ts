import type { ToolInfo } from '@bellwether/wire'
import { defineTexts } from '$lib/i18n'
import { ca } from './ca.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { eu } from './eu.ts'

const descriptions = defineTexts({ en, es, ca, eu })

/** The description of a tool in the user's language; plugins have their own. */
export function toolDescription({ name, description }: Pick<ToolInfo, 'name' | 'description'>): string {
  const byTool: Record<string, string> = descriptions()
  return byTool[name] ?? description
}
