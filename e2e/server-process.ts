export { post, type ServerProcess, startServer, until } from '../server/test/harness/server-process.ts'
