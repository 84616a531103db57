import { untrack } from 'svelte'

/** The keyboard shortcuts of the app, in the order of the help. */
export const SHORTCUTS = {
  palette: ['Ctrl', 'K'],
  search: ['/'],
  save: ['Ctrl', 'S'],
  undo: ['Ctrl', 'Z'],
  redo: ['Ctrl', 'Shift', 'Z'],
  moveCriterion: ['Alt', '↑', '↓'],
  moveLevel: ['Alt', '←', '→'],
  send: ['Enter'],
  prompts: ['/'],
  newline: ['Shift', 'Enter'],
  pin: ['P'],
  move: ['M'],
  selectAll: ['Ctrl', 'A'],
  selectRange: ['Shift', 'Space'],
  clearSelection: ['Escape'],
  chart: ['←', '→'],
  help: ['?'],
} as const satisfies Record<string, readonly string[]>
export type Shortcut = keyof typeof SHORTCUTS

let offered = $state.raw<readonly Shortcut[]>([])
let isHelpOpen = $state(false)

/** The shortcuts that work on the current page: each component offers its own while it is shown. */
export const shortcuts = {
  /** For `$effect`: the shortcuts are offered until the returned function is called. */
  offer: (...shortcuts: Shortcut[]): (() => void) =>
    untrack(() => {
      offered = [...offered, ...shortcuts]
      return () => {
        const remaining = [...offered]
        for (const shortcut of shortcuts) remaining.splice(remaining.indexOf(shortcut), 1)
        offered = remaining
      }
    }),
  get shown(): Shortcut[] {
    return (Object.keys(SHORTCUTS) as Shortcut[]).filter((shortcut) => offered.includes(shortcut))
  },
  get isHelpOpen(): boolean {
    return isHelpOpen
  },
  set isHelpOpen(isOpen: boolean) {
    isHelpOpen = isOpen
  },
}

/** Whether a key is text that the user types. Pure. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
