import { sveltekit } from '@sveltejs/kit/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const server = process.env['BELLWETHER_URL'] ?? 'http://localhost:9099'

/** While developing, pages come from Vite and everything else from the running server. */
const isPage = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

/** What most pages use: our own components and the packages below them, not the large packages that load on demand. */
const isKit = (id: string): boolean =>
  /\/web\/src\/lib\/(api|i18n|state|ui|features\/(common|session|shell))\/|\/wire\/src\/|\/node_modules\/(@lucide|@internationalized|bits-ui|svelte|@sveltejs|runed|esm-env|clsx|svelte-toolbelt)\//.test(
    id,
  )

/**
 * Small modules that several pages share, such as the calls of a feature. The excluded features have long texts, which
 * come with their modules.
 */
const isSharedByFeatures = (id: string): boolean =>
  /\/web\/src\/lib\/(features\/(?!rubrics|schema-form|budgets|assistant-tests|chats|chat-search|sign-in-providers|grading|prompts|keyboard-help|lti|admin)[^/]+\/[^/]+\.ts|files\/|[^/]+\.ts)/.test(
    id,
  )

export default defineConfig({
  plugins: [tailwindcss(), sveltekit()],
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 900,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Left alone, every set of pages that share a module gets a chunk of its own: up to a hundred requests per page.
        codeSplitting: {
          groups: [
            { name: 'kit', test: isKit, minShareCount: 2, priority: 2 },
            {
              name: 'features',
              test: isSharedByFeatures,
              maxModuleSize: 4000,
              minShareCount: 4,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '^/(?!@|src/|node_modules/|\\.svelte-kit/|_app/|theme\\.js|favicon)': {
        target: server,
        bypass: ({ url, headers }) =>
          isPage(headers.accept) && !url?.startsWith('/diagrams/') ? url : undefined,
      },
    },
  },
})
