import type { Plugin } from 'esbuild'

export function toAscii(source: string): string
export const ASCII_SOURCES: Plugin
