import { loadServer } from './load-server.mjs'
import { requireNode } from './require-node.mjs'

requireNode()
loadServer()
