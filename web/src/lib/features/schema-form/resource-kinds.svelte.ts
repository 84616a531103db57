import { api, type UploadOptions, upload } from '$lib/api'
import type { Texts } from '$lib/i18n'
import { Loadable } from '$lib/state/loadable.svelte.ts'
import type { SearchableList } from '$lib/state/searchable-list.svelte.ts'
import { type Choice, toAssistantChoices } from './assistant-choice.ts'
import { assistants, files, rubrics } from './resources.svelte.ts'

type SettingTexts = Texts['builder']['settings']

/** A kind of resource that a tool can use: how to list its items, and how to add one. */
export interface ResourceKind {
  list: { load: () => Promise<void>; error: unknown; value?: unknown; isLoading?: boolean } & Partial<
    Pick<SearchableList<unknown>, 'search' | 'need'>
  >
  choices: (texts: SettingTexts) => Choice[]
  words: (texts: SettingTexts) => { find: string; none: string; add?: string }
  /** The files that can be added; returns the id of the new resource. */
  add?: { accept: string; take: (file: File) => Promise<string> }
}

function formOf(file: File): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

/** Creates the rubric that is in this file; returns its id. */
export async function addRubricFile(file: File, options: UploadOptions = {}): Promise<string> {
  const { rubric } = await upload('/rubrics/preview', { body: formOf(file), ...options })
  return (await api.post('/rubrics', { body: rubric })).id
}

const workspaces = new Loadable(async (signal) => (await api.get('/workspaces', { signal })).workspaces)

export const RESOURCE_KINDS = {
  'rubric-picker': {
    list: rubrics,
    choices: () =>
      (rubrics.value ?? []).map(({ id, title, description }) => ({
        value: id,
        label: title,
        ...(description ? { detail: description } : {}),
      })),
    words: (t) => ({ find: t.findRubric, none: t.noRubrics, add: t.import }),
    add: {
      accept: '.docx,.odt,.rtf,.pdf,.md,.markdown,.csv,.tsv,.xlsx,.ods,.html,.txt,.json',
      take: (file) => addRubricFile(file),
    },
  },
  'file-picker': {
    list: files,
    choices: () => (files.value ?? []).map(({ path, name }) => ({ value: path, label: name })),
    words: (t) => ({ find: t.findFile, none: t.noFiles, add: t.upload }),
    add: {
      accept: '.txt,.md,.json',
      take: async (file) => (await api.post('/files', { body: formOf(file) })).path,
    },
  },
  'assistant-picker': {
    list: assistants,
    choices: (t) => toAssistantChoices(assistants.value ?? [], t.isOrchestrator),
    words: (t) => ({ find: t.findAssistant, none: t.noAssistants }),
  },
  'workspace-picker': {
    list: workspaces,
    choices: () => (workspaces.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
    words: (t) => ({ find: t.findWorkspace, none: t.noWorkspaces }),
  },
} satisfies Record<string, ResourceKind>

export type ResourceKindName = keyof typeof RESOURCE_KINDS
