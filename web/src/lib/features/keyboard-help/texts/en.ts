import type { Shortcut } from '$lib/state/shortcuts.svelte.ts'

export const en = {
  title: 'Keyboard shortcuts',
  text: 'On this page you can use:',
  /** Names of keys that differ between languages. */
  keys: { Enter: 'Enter', Shift: 'Shift', Ctrl: 'Ctrl', Space: 'Space', Escape: 'Esc', Alt: 'Alt' } as Record<
    string,
    string
  >,
  labels: {
    palette: 'Go to a page, create or search',
    search: 'Go to the search field',
    save: 'Save',
    undo: 'Undo',
    redo: 'Redo',
    moveCriterion: 'Move the focused criterion up or down',
    moveLevel: 'Move the focused level left or right',
    send: 'Send the question',
    prompts: 'Insert a prompt (in an empty field)',
    newline: 'Start a new line',
    pin: 'Pin or unpin the focused chat',
    move: 'Move the focused chat to a folder',
    selectAll: 'Select all files (in the list)',
    selectRange: 'Select files up to this one',
    clearSelection: 'Clear the selection',
    chart: 'Read the values of the focused chart',
    help: 'Show keyboard shortcuts',
  } as Record<Shortcut, string>,
}

export type Texts = typeof en
