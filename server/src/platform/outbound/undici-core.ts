/**
 * The two parts of undici that are used here. The package's front door also loads fetch, WebSocket, caches and mocks,
 * which takes some ten megabytes of memory that nothing here ever touches.
 */

export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
