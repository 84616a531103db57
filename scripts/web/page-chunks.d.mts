import type { Plugin } from 'vite'

export function createPageChunks(web: string): { plugin: Plugin; chunkOf(id: string): string | null }
