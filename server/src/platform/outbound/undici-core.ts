/**
 * The two parts of undici that are used here. The package's main entry also loads fetch, WebSocket, caches and mocks,
 * which take about ten megabytes of memory.
 */

export { default as buildConnector } from 'undici/lib/core/connect.js'
export { default as Agent } from 'undici/lib/dispatcher/agent.js'
