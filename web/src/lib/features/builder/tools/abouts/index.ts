import type { ToolInfo } from '@bellwether/wire'
import { defineTexts } from '$lib/i18n'
import { ca } from './ca.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { eu } from './eu.ts'

const abouts = defineTexts({ en, es, ca, eu })

/** What a tool does, in the reader's language; an operator's plugin in its own words. */
export function aboutTool({ name, description }: Pick<ToolInfo, 'name' | 'description'>): string {
  const known: Record<string, string> = abouts()
  return known[name] ?? description
}
