import type { Plugin } from 'vite'

export const ICON_PROPS: readonly string[]
export function staticIcons(): Plugin
export function toStaticIcon(source: string): string
