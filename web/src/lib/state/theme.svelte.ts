import { remember, remembered } from './remember.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

let choice = $state<Theme>(THEMES.find((theme) => theme === remembered('theme')) ?? 'system')
let shown = $state<'light' | 'dark'>('light')

function show(): void {
  const isDark = choice === 'dark' || (choice === 'system' && systemIsDark().matches)
  shown = isDark ? 'dark' : 'light'
  document.documentElement.dataset['theme'] = shown
}

export const theme = {
  get choice(): Theme {
    return choice
  },
  set choice(next: Theme) {
    choice = next
    remember('theme', next === 'system' ? null : next)
    show()
  },
  /** The current theme, for custom drawing. */
  get shown(): 'light' | 'dark' {
    return shown
  },
  /** Call once at startup: also follows the system when it switches between light and dark. */
  follow(): void {
    show()
    systemIsDark().addEventListener('change', show)
  },
}
