import { loadServer } from './load-server.mjs'

loadServer()
