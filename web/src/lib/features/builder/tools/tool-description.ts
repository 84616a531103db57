import type { ToolInfo } from '@bellwether/wire'
import { lookup } from '$lib/i18n'
import { builderTexts } from '$lib/texts/builder.ts'

/** The description of a tool in the user's language; plugins have their own. */
export const toolDescription = ({ name, description }: Pick<ToolInfo, 'name' | 'description'>): string =>
  lookup(builderTexts().toolDescriptions, name) ?? description
