// node server.mjs: serves Bellwether at http://localhost:9099. Settings: the environment, or a file .env beside this one.
import './settings.mjs'

process.title = 'bellwether'
await import('./dist/server.mjs')
