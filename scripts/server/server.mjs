// Starts the server. What is set here must be set before its code is loaded.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { requireNode } from './require-node.mjs'

requireNode()

/**
 * Every new object starts in V8's young generation. Otherwise V8 allocates kinds of objects that often survive directly
 * in the old one, and under load it picks what a request needs until its answer is complete. Such an object stays after
 * its request until the next full collection, and everything it refers to is copied and kept as well: prompt, frames,
 * signals.
 */
setFlagsFromString('--no-allocation-site-pretenuring')

// From Node 22 on, compiled code is kept beside the build, if the server may write there, and the next start is faster.
// Not in the system's folder for temporary files, where other users could place code of theirs.
module.enableCompileCache?.(fileURLToPath(new URL('.compiled', import.meta.url)))

await import('./main.mjs')
