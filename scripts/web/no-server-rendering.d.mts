import type { Plugin } from 'vite'

export function noServerRendering(): Plugin
