import type { Shortcut } from '$lib/state/shortcuts.svelte.ts'

export const en = {
  title: 'Keyboard shortcuts',
  text: 'On this page you can use:',
  /** Names of keys that differ between languages. */
  keys: { Enter: 'Enter', Shift: 'Shift', Ctrl: 'Ctrl' } as Record<string, string>,
  labels: {
    palette: 'Go to a page, create or search',
    search: 'Go to the search field',
    save: 'Save',
    send: 'Send the question',
    prompts: 'Insert a prompt (in an empty field)',
    newline: 'Start a new line',
    pin: 'Pin or unpin the focused chat',
    move: 'Move the focused chat to a folder',
    help: 'Show keyboard shortcuts',
  } as Record<Shortcut, string>,
}

export type Texts = typeof en
