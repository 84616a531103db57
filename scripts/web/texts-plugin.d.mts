import type { Plugin } from 'vite'

export function textsPlugin(): Plugin
export function importsWithTexts(): Plugin
