import type { ToolTemplate } from '@bellwether/wire'

/** The texts of the built-in templates, by their ids without `builtin:`. */
export type TranslatedTemplates = Readonly<
  Record<
    string,
    Pick<ToolTemplate, 'name' | 'description' | 'system_prompt' | 'prompt_template' | 'suggested_questions'>
  >
>
