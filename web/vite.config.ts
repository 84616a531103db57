import { sveltekit } from '@sveltejs/kit/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const server = process.env['BELLWETHER_URL'] ?? 'http://localhost:9099'

/** While developing, pages come from Vite and everything else from the running server. */
const isPage = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

export default defineConfig({
  plugins: [tailwindcss(), sveltekit()],
  build: { target: 'es2022', chunkSizeWarningLimit: 900, reportCompressedSize: false },
  server: {
    port: 5173,
    proxy: {
      '^/(?!@|src/|node_modules/|\\.svelte-kit/|_app/|theme\\.js|favicon)': {
        target: server,
        bypass: (request) => (isPage(request.headers.accept) ? request.url : undefined),
      },
    },
  },
})
