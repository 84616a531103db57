import { sveltekit } from '@sveltejs/kit/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { noServerRendering } from '../scripts/web/no-server-rendering.mjs'
import { createPageChunks } from '../scripts/web/page-chunks.mjs'
import { staticIcons } from '../scripts/web/static-icons.mjs'
import { importsWithTexts, textsPlugin } from '../scripts/web/texts-plugin.mjs'

const server = process.env['BELLWETHER_URL'] ?? 'http://localhost:9099'

/** While developing, pages come from Vite and everything else from the running server. */
const isPage = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

const pageChunks = createPageChunks(import.meta.dirname)

export default defineConfig({
  plugins: [
    noServerRendering(),
    textsPlugin(),
    staticIcons(),
    tailwindcss(),
    sveltekit(),
    importsWithTexts(),
    pageChunks.plugin,
  ],
  // Texts are parsed when they are compiled: browsers need no parser.
  resolve: {
    alias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
  // Modules, because the worker loads libraries only when an answer needs them.
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Only modules in several places are moved. What they import has a place of its own.
          groups: [{ name: pageChunks.chunkOf, minShareCount: 2, includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '^/(?!@|src/|node_modules/|\\.svelte-kit/|_app/|favicon)': {
        target: server,
        bypass: ({ url, headers }) =>
          isPage(headers.accept) && !url?.startsWith('/diagrams/') ? url : undefined,
      },
    },
  },
})
