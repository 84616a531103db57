import type { Plugin as BuildPlugin } from 'esbuild'
import type { Plugin } from 'vite'

export const LAZY_SCHEMAS: BuildPlugin
export function lazySchemas(): Plugin
