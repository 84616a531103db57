import BookOpen from '@lucide/svelte/icons/book-open'
import FileText from '@lucide/svelte/icons/file-text'
import GraduationCap from '@lucide/svelte/icons/graduation-cap'
import MessageSquare from '@lucide/svelte/icons/message-square'
import Puzzle from '@lucide/svelte/icons/puzzle'
import Search from '@lucide/svelte/icons/search'
import Table2 from '@lucide/svelte/icons/table-2'
import User from '@lucide/svelte/icons/user'
import type { Component } from 'svelte'

export type IconComponent = Component<{
  size?: number | string
  class?: string
  'aria-hidden'?: boolean | 'true'
}>

/** The hues defined as design tokens (`--hue-…`). */
export type Hue = 'knowledge' | 'rubric' | 'file' | 'assistant' | 'function' | 'query' | 'user'

export interface ToolLook {
  hue: Hue
  icon: IconComponent
}

const LOOKS: Record<Hue, ToolLook> = {
  knowledge: { hue: 'knowledge', icon: BookOpen },
  rubric: { hue: 'rubric', icon: Table2 },
  file: { hue: 'file', icon: FileText },
  assistant: { hue: 'assistant', icon: MessageSquare },
  function: { hue: 'function', icon: Puzzle },
  query: { hue: 'query', icon: Search },
  user: { hue: 'user', icon: User },
}

/** Built-in tools, by the name in an assistant's settings. */
const BY_NAME: Record<string, ToolLook> = {
  simple_rag: LOOKS.knowledge,
  context_aware_rag: LOOKS.knowledge,
  hierarchical_rag: LOOKS.knowledge,
  rubric_rag: LOOKS.rubric,
  rubric_eval: LOOKS.rubric,
  single_file_rag: LOOKS.file,
  assistant: LOOKS.assistant,
  query_rewrite: LOOKS.query,
  list_files: LOOKS.file,
  read_file: LOOKS.file,
  search_files: LOOKS.file,
  write_file: LOOKS.file,
  replace_in_file: LOOKS.file,
  delete_file: LOOKS.file,
  patch_file: LOOKS.file,
  moodle: { hue: 'function', icon: GraduationCap },
  moodle_user: { hue: 'function', icon: GraduationCap },
  moodle_course_contents: { hue: 'function', icon: GraduationCap },
  moodle_assignments: { hue: 'function', icon: GraduationCap },
  moodle_grades: { hue: 'function', icon: GraduationCap },
  user_input: LOOKS.user,
}

/** Functions of built-in tools whose name differs from the tool: an answer's steps have the function name. */
const TOOL_OF: Readonly<Record<string, string>> = {
  call_assistant: 'assistant',
  kb_query: 'simple_rag',
  get_rubric: 'rubric_rag',
  read_course_file: 'single_file_rag',
  get_weather: 'weather',
  get_moodle_courses: 'moodle',
  get_moodle_course_contents: 'moodle_course_contents',
  get_moodle_assignments: 'moodle_assignments',
  get_moodle_grades: 'moodle_grades',
}

/** The tool of a function. Other assistants have one each: `call_assistant_42`. */
export const toolOf = (name: string): string => TOOL_OF[name.replace(/^(call_assistant)_\d+$/, '$1')] ?? name

/** Tools without a known name: an operator's plugin. */
const BY_CATEGORY: Record<string, ToolLook> = {
  knowledge: LOOKS.knowledge,
  evaluation: LOOKS.rubric,
  context: LOOKS.file,
  assistants: LOOKS.assistant,
  agents: LOOKS.assistant,
  workspace: LOOKS.file,
}

/** The only source of a tool's color and icon. */
export const lookOf = (name: string, category = ''): ToolLook =>
  BY_NAME[toolOf(name)] ?? BY_CATEGORY[category] ?? LOOKS.function

/** For a `style` attribute; elements inside can use `hue-wash` and `hue-border`. */
export const hueStyle = (hue: Hue): string => `--h: var(--hue-${hue})`
